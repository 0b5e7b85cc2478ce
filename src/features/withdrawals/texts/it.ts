import type { WithdrawalTexts } from "./texts.ts";

export const IT: WithdrawalTexts = {
  withdraw: "recedere dal contratto qui",
  confirm: "conferma recesso",
  statement: {
    to: "A: {store}",
    whole: "Recedo dal contratto relativo all'ordine {order}.",
    part: "Recedo dal contratto per questi articoli dell'ordine {order}:",
    item: "{quantity} × {item}",
    name: "Nome: {name}",
    email: "Indirizzo e-mail per la ricevuta: {email}",
  },
  receipt: {
    title: "Ricevuta del suo recesso",
    intro: "Abbiamo ricevuto il suo recesso. Ecco che cosa ha dichiarato, e quando.",
    number: "Numero",
    receivedAt: "Ricevuto",
    statement: "La sua dichiarazione",
    keep: "Conservi questa ricevuta. È leggibile a questo indirizzo in ogni momento.",
    erased: "La dichiarazione di questa ricevuta è stata cancellata.",
  },
  form: {
    intro: "Qui può recedere dal suo contratto senza indicare il motivo.",
    name: "Il suo nome",
    order: "Numero d'ordine",
    orderHint: "Come nella conferma del suo ordine. Se non l'ha, scriva che cosa ha ordinato e quando.",
    email: "Indirizzo e-mail",
    emailHint: "Lì inviamo la ricevuta.",
    items: "Articoli, se non tutto l'ordine",
    itemsHint: "Uno per riga, con la quantità: 2\u00a0×\u00a0Camicia\u00a0di\u00a0lino",
    next: "Continua",
    check: "Controlli la sua dichiarazione. Viene inviata quando la conferma.",
    change: "Modifica",
    sent: "Inviamo la ricevuta a {email}.",
  },
  faults: {
    name: "Inserisca il suo nome.",
    order: "Inserisca il numero del suo ordine, oppure che cosa ha ordinato e quando.",
    email: "Inserisca un indirizzo e-mail, per esempio nome@example.com.",
    items: "Inserisca al massimo {max} articoli, uno per riga, di al massimo {length} caratteri.",
    expired:
      "Questa pagina è rimasta aperta troppo a lungo. Controlli la dichiarazione e la confermi di nuovo.",
  },
};
