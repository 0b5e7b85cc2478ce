import type { MailTexts } from "../kinds.ts";

export const IT: MailTexts = {
  withdraw: "recedere dal contratto qui",
  return_received: {
    subject: "Il suo reso dell'ordine {order}",
    text: "Abbiamo registrato il suo reso dell'ordine {order}.\n\nLe scriveremo appena ci saranno novità.",
    facts: ["Articoli: {items}"],
    link: "Segua il suo reso",
  },
  label_ready: {
    subject: "L'etichetta per il reso dell'ordine {order}",
    text: "L'etichetta per il suo reso dell'ordine {order} è pronta. La stampi, la applichi sul pacco e consegni il pacco.",
    link: "Apri l'etichetta",
  },
  return_arrived: {
    subject: "Il suo reso dell'ordine {order} è arrivato",
    text: "Il suo reso dell'ordine {order} è arrivato. Lo stiamo controllando e le scriveremo al termine.",
    link: "Segua il suo reso",
  },
  return_refused: {
    subject: "Il suo reso dell'ordine {order} non è stato accettato",
    text: "Non possiamo accettare il suo reso dell'ordine {order}.",
    facts: ["Motivo: {reason}"],
    link: "Vedi il suo reso",
  },
  return_refunded: {
    subject: "Il rimborso dell'ordine {order}",
    text: "Il suo reso dell'ordine {order} è concluso e la rimborsiamo.",
    facts: ["Importo: {amount}"],
    link: "Vedi il suo reso",
  },
  return_credited: {
    subject: "Il buono per l'ordine {order}",
    text: "Il suo reso dell'ordine {order} è concluso e riceve un buono del negozio.",
    facts: ["Importo: {amount}"],
    link: "Vedi il suo reso",
  },
  return_cancelled: {
    subject: "Il suo reso dell'ordine {order} è stato annullato",
    text: "Il suo reso dell'ordine {order} è stato annullato. Non deve fare altro.",
    link: "Vedi il suo reso",
  },
  withdrawal_receipt: {
    subject: "Conferma di ricezione del suo recesso {number}",
    text: "Abbiamo ricevuto il suo recesso dal contratto. Questo messaggio ne è la conferma: la conservi.",
    facts: ["Numero: {number}", "Ricevuto: {time}", "La sua dichiarazione, parola per parola:"],
    link: "Apri la conferma",
  },
  order_code: {
    subject: "Il suo codice per l'ordine {order}",
    text: "Inserisca questo codice per restituire qualcosa dell'ordine {order}: {code}\n\nÈ valido per 15 minuti. Se non l'ha richiesto, ignori questa e-mail e non dia il codice a nessuno.",
  },
  invitation: {
    subject: "Invito a {store}",
    text: "{by} la invita a {store}. Il link funziona una sola volta, per una settimana. Se non conosce {store}, ignori questo messaggio.",
    link: "Accetta l'invito",
  },
  sign_in_link: {
    subject: "Il suo link di accesso",
    text: "Questo link la fa accedere senza password. Funziona una sola volta, per una settimana. Non lo condivida.",
    link: "Accedi",
  },
  password_changed: {
    subject: "La sua password è stata cambiata",
    text: "La password del suo account è stata cambiata e tutte le altre sessioni sono terminate.\n\nSe non è stato lei, chieda al gestore del servizio un link di accesso e scelga una nuova password.",
  },
};
