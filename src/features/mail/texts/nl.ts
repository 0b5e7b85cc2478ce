import type { MailTexts } from "../kinds.ts";

export const NL: MailTexts = {
  withdraw: "overeenkomst hier herroepen",
  return_received: {
    subject: "Uw retour van bestelling {order}",
    text: "We hebben uw retour van bestelling {order} geregistreerd.\n\nU hoort van ons zodra er nieuws is.",
    facts: ["Artikelen: {items}"],
    link: "Volg uw retour",
  },
  label_ready: {
    subject: "Het label voor uw retour van bestelling {order}",
    text: "Het label voor uw retour van bestelling {order} staat klaar. Print het, plak het op het pakket en lever het pakket in.",
    link: "Open het label",
  },
  return_arrived: {
    subject: "Uw retour van bestelling {order} is aangekomen",
    text: "Uw retour van bestelling {order} is aangekomen. We controleren die nu en schrijven u als dat klaar is.",
    link: "Volg uw retour",
  },
  return_refused: {
    subject: "Uw retour van bestelling {order} is niet geaccepteerd",
    text: "We kunnen uw retour van bestelling {order} niet accepteren.",
    facts: ["Reden: {reason}"],
    link: "Bekijk uw retour",
  },
  return_refunded: {
    subject: "De terugbetaling van bestelling {order}",
    text: "Uw retour van bestelling {order} is afgerond en we betalen u terug.",
    facts: ["Bedrag: {amount}"],
    link: "Bekijk uw retour",
  },
  return_credited: {
    subject: "Het tegoed voor bestelling {order}",
    text: "Uw retour van bestelling {order} is afgerond en u krijgt er winkeltegoed voor.",
    facts: ["Bedrag: {amount}"],
    link: "Bekijk uw retour",
  },
  return_cancelled: {
    subject: "Uw retour van bestelling {order} is geannuleerd",
    text: "Uw retour van bestelling {order} is geannuleerd. U hoeft verder niets te doen.",
    link: "Bekijk uw retour",
  },
  withdrawal_receipt: {
    subject: "Ontvangstbevestiging van uw herroeping {number}",
    text: "We hebben uw herroeping van de overeenkomst ontvangen. Deze mail is de bevestiging: bewaar hem goed.",
    facts: ["Nummer: {number}", "Ontvangen: {time}", "Uw verklaring, woord voor woord:"],
    link: "Open de bevestiging",
  },
  order_code: {
    subject: "Uw code voor bestelling {order}",
    text: "Vul deze code in om iets van bestelling {order} te retourneren: {code}\n\nDe code is 15 minuten geldig. Hebt u er niet om gevraagd, negeer deze e-mail dan en geef de code aan niemand.",
  },
  invitation: {
    subject: "Uitnodiging voor {store}",
    text: "{by} nodigt u uit voor {store}. De link werkt één keer, een week lang. Kent u {store} niet, negeer deze mail dan.",
    link: "Accepteer de uitnodiging",
  },
  sign_in_link: {
    subject: "Uw link om in te loggen",
    text: "Met deze link logt u in zonder wachtwoord. Hij werkt één keer, een week lang. Geef hem niet door.",
    link: "Inloggen",
  },
  password_changed: {
    subject: "Uw wachtwoord is gewijzigd",
    text: "Het wachtwoord van uw account is gewijzigd en alle andere sessies zijn beëindigd.\n\nWas u dat niet, vraag de beheerder van de dienst dan om een link om in te loggen en kies een nieuw wachtwoord.",
  },
};
