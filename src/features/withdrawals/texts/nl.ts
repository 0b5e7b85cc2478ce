import type { WithdrawalTexts } from "./texts.ts";

export const NL: WithdrawalTexts = {
  withdraw: "overeenkomst hier herroepen",
  confirm: "herroeping bevestigen",
  statement: {
    to: "Aan: {store}",
    whole: "Ik herroep de overeenkomst voor de bestelling {order}.",
    part: "Ik herroep de overeenkomst voor deze artikelen van de bestelling {order}:",
    item: "{quantity} × {item}",
    name: "Naam: {name}",
    email: "E-mailadres voor de ontvangstbevestiging: {email}",
  },
  receipt: {
    title: "Ontvangstbevestiging van uw herroeping",
    intro: "Wij hebben uw herroeping ontvangen. Dit hebt u verklaard, en op dit tijdstip.",
    number: "Nummer",
    receivedAt: "Ontvangen",
    statement: "Uw verklaring",
    keep: "Bewaar deze bevestiging. Op dit adres is zij altijd te lezen.",
    erased: "De verklaring bij deze bevestiging is gewist.",
  },
  form: {
    intro: "Hier kunt u uw overeenkomst herroepen, zonder opgave van redenen.",
    name: "Uw naam",
    order: "Bestelnummer",
    orderHint:
      "Zoals in de bevestiging van uw bestelling. Hebt u die niet, schrijf dan wat u hebt besteld en wanneer.",
    email: "E-mailadres",
    emailHint: "Daarheen sturen wij de ontvangstbevestiging.",
    items: "Artikelen, als het niet de hele bestelling is",
    itemsHint: "Eén per regel, met het aantal: 2\u00a0×\u00a0Linnen\u00a0overhemd",
    next: "Verder",
    check: "Controleer uw verklaring. Zij wordt verzonden als u haar bevestigt.",
    change: "Wijzigen",
    sent: "Wij sturen de ontvangstbevestiging naar {email}.",
  },
  faults: {
    name: "Vul uw naam in.",
    order: "Vul het nummer van uw bestelling in, of wat u hebt besteld en wanneer.",
    email: "Vul een e-mailadres in, bijvoorbeeld naam@example.com.",
    items: "Vul hoogstens {max} artikelen in, één per regel, van hoogstens {length} tekens.",
    expired: "Deze pagina was te lang open. Controleer uw verklaring en bevestig haar opnieuw.",
  },
};
