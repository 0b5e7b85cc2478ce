import type { MailTexts } from "../kinds.ts";

export const DE: MailTexts = {
  withdraw: "Vertrag widerrufen",
  return_received: {
    subject: "Ihre Rücksendung zur Bestellung {order}",
    text: "Ihre Rücksendung zur Bestellung {order} ist bei uns angemeldet.\n\nSobald es Neuigkeiten gibt, schreiben wir Ihnen wieder.",
    facts: ["Artikel: {items}"],
    link: "Rücksendung verfolgen",
  },
  label_ready: {
    subject: "Das Etikett für Ihre Rücksendung zur Bestellung {order}",
    text: "Das Etikett für Ihre Rücksendung zur Bestellung {order} liegt bereit. Drucken Sie es aus, kleben Sie es auf das Paket und geben Sie das Paket ab.",
    link: "Etikett öffnen",
  },
  return_arrived: {
    subject: "Ihre Rücksendung zur Bestellung {order} ist angekommen",
    text: "Ihre Rücksendung zur Bestellung {order} ist angekommen. Wir prüfen sie jetzt und schreiben Ihnen, sobald wir fertig sind.",
    link: "Rücksendung verfolgen",
  },
  return_refused: {
    subject: "Ihre Rücksendung zur Bestellung {order} wurde nicht angenommen",
    text: "Wir können Ihre Rücksendung zur Bestellung {order} nicht annehmen.",
    facts: ["Grund: {reason}"],
    link: "Rücksendung ansehen",
  },
  return_refunded: {
    subject: "Die Erstattung zur Bestellung {order}",
    text: "Ihre Rücksendung zur Bestellung {order} ist abgeschlossen, und wir erstatten sie Ihnen.",
    facts: ["Betrag: {amount}"],
    link: "Rücksendung ansehen",
  },
  return_credited: {
    subject: "Das Guthaben zur Bestellung {order}",
    text: "Ihre Rücksendung zur Bestellung {order} ist abgeschlossen, und Sie erhalten dafür ein Guthaben.",
    facts: ["Betrag: {amount}"],
    link: "Rücksendung ansehen",
  },
  return_cancelled: {
    subject: "Ihre Rücksendung zur Bestellung {order} wurde storniert",
    text: "Ihre Rücksendung zur Bestellung {order} wurde storniert. Sie brauchen nichts weiter zu tun.",
    link: "Rücksendung ansehen",
  },
  withdrawal_receipt: {
    subject: "Eingangsbestätigung Ihres Widerrufs {number}",
    text: "Ihr Widerruf des Vertrags ist bei uns eingegangen. Diese Mail ist die Bestätigung: Heben Sie sie auf.",
    facts: ["Nummer: {number}", "Eingegangen: {time}", "Ihre Erklärung im Wortlaut:"],
    link: "Bestätigung öffnen",
  },
  order_code: {
    subject: "Ihr Code für die Bestellung {order}",
    text: "Mit diesem Code können Sie etwas aus der Bestellung {order} zurückgeben: {code}\n\nEr gilt 15 Minuten. Wenn Sie ihn nicht angefordert haben, beachten Sie diese Mail nicht, und geben Sie den Code niemandem.",
  },
  invitation: {
    subject: "Einladung zu {store}",
    text: "{by} lädt Sie zu {store} ein. Der Link gilt eine Woche lang und nur einmal. Wenn Sie {store} nicht kennen, beachten Sie diese Mail nicht.",
    link: "Einladung annehmen",
  },
  sign_in_link: {
    subject: "Ihr Link zum Anmelden",
    text: "Mit diesem Link melden Sie sich ohne Passwort an. Er gilt eine Woche lang und nur einmal. Geben Sie ihn nicht weiter.",
    link: "Anmelden",
  },
  password_changed: {
    subject: "Ihr Passwort wurde geändert",
    text: "Das Passwort Ihres Kontos wurde geändert, und alle anderen Sitzungen sind beendet.\n\nWenn Sie das nicht waren, bitten Sie den Betreiber des Dienstes um einen Link zum Anmelden und setzen Sie ein neues Passwort.",
  },
};
