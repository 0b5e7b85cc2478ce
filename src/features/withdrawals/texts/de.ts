import type { WithdrawalTexts } from "./texts.ts";

export const DE: WithdrawalTexts = {
  withdraw: "Vertrag widerrufen",
  confirm: "Widerruf bestätigen",
  statement: {
    to: "An: {store}",
    whole: "Ich widerrufe den Vertrag über die Bestellung {order}.",
    part: "Ich widerrufe den Vertrag über diese Artikel der Bestellung {order}:",
    item: "{quantity} × {item}",
    name: "Name: {name}",
    email: "E-Mail-Adresse für die Eingangsbestätigung: {email}",
  },
  receipt: {
    title: "Eingangsbestätigung Ihres Widerrufs",
    intro: "Ihr Widerruf ist bei uns eingegangen. Das haben Sie erklärt, und zu dieser Zeit.",
    number: "Nummer",
    receivedAt: "Eingegangen",
    statement: "Ihre Erklärung",
    keep: "Bewahren Sie diese Bestätigung auf. Unter dieser Adresse ist sie jederzeit lesbar.",
    erased: "Die Erklärung zu dieser Bestätigung wurde gelöscht.",
  },
  form: {
    intro: "Hier können Sie Ihren Vertrag widerrufen, ohne einen Grund zu nennen.",
    name: "Ihr Name",
    order: "Bestellnummer",
    orderHint:
      "Wie in Ihrer Bestellbestätigung. Wenn Sie sie nicht haben, schreiben Sie, was Sie wann bestellt haben.",
    email: "E-Mail-Adresse",
    emailHint: "Dorthin senden wir die Eingangsbestätigung.",
    items: "Artikel, falls nicht die ganze Bestellung",
    itemsHint: "Je Zeile einer, mit der Anzahl: 2\u00a0×\u00a0Leinenhemd",
    next: "Weiter",
    check: "Prüfen Sie Ihre Erklärung. Sie wird gesendet, wenn Sie sie bestätigen.",
    change: "Ändern",
    sent: "Wir senden die Eingangsbestätigung an {email}.",
  },
  faults: {
    name: "Geben Sie Ihren Namen ein.",
    order: "Geben Sie die Nummer Ihrer Bestellung ein, oder was Sie wann bestellt haben.",
    email: "Geben Sie eine E-Mail-Adresse ein, etwa name@example.com.",
    items: "Geben Sie höchstens {max} Artikel ein, je Zeile einen, mit höchstens {length} Zeichen.",
    expired: "Diese Seite war zu lange offen. Prüfen und bestätigen Sie Ihre Erklärung erneut.",
  },
};
