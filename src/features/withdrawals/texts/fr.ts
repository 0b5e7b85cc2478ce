import type { WithdrawalTexts } from "./texts.ts";

export const FR: WithdrawalTexts = {
  withdraw: "renoncer au contrat ici",
  confirm: "confirmer la rétractation",
  statement: {
    to: "À : {store}",
    whole: "Je me rétracte du contrat portant sur la commande {order}.",
    part: "Je me rétracte du contrat portant sur ces articles de la commande {order} :",
    item: "{quantity} × {item}",
    name: "Nom : {name}",
    email: "Adresse e-mail pour l'accusé de réception : {email}",
  },
  receipt: {
    title: "Accusé de réception de votre rétractation",
    intro: "Nous avons reçu votre rétractation. Voici ce que vous avez déclaré, et quand.",
    number: "Numéro",
    receivedAt: "Reçue",
    statement: "Votre déclaration",
    keep: "Conservez cet accusé. Il reste lisible à cette adresse à tout moment.",
    erased: "La déclaration de cet accusé a été effacée.",
  },
  form: {
    intro: "Vous pouvez vous rétracter de votre contrat ici, sans donner de motif.",
    name: "Votre nom",
    order: "Numéro de commande",
    orderHint:
      "Comme dans la confirmation de votre commande. Si vous ne l’avez pas, écrivez ce que vous avez commandé, et quand.",
    email: "Adresse e-mail",
    emailHint: "Nous y envoyons l'accusé de réception.",
    items: "Articles, si ce n'est pas toute la commande",
    itemsHint: "Un par ligne, avec la quantité : 2\u00a0×\u00a0Chemise\u00a0en\u00a0lin",
    next: "Continuer",
    check: "Vérifiez votre déclaration. Elle est envoyée lorsque vous la confirmez.",
    change: "Modifier",
    sent: "Nous envoyons l'accusé de réception à {email}.",
  },
  faults: {
    name: "Saisissez votre nom.",
    order: "Saisissez le numéro de votre commande, ou ce que vous avez commandé, et quand.",
    email: "Saisissez une adresse e-mail, par exemple nom@example.com.",
    items: "Saisissez au plus {max} articles, un par ligne, de {length} caractères au plus.",
    expired:
      "Cette page est restée ouverte trop longtemps. Vérifiez votre déclaration et confirmez-la à nouveau.",
  },
};
