import type { MailTexts } from "../kinds.ts";

export const FR: MailTexts = {
  withdraw: "renoncer au contrat ici",
  return_received: {
    subject: "Votre retour de la commande {order}",
    text: "Nous avons bien enregistré votre retour de la commande {order}.\n\nNous vous écrirons dès qu'il y aura du nouveau.",
    facts: ["Articles : {items}"],
    link: "Suivre votre retour",
  },
  label_ready: {
    subject: "L'étiquette de retour de la commande {order}",
    text: "L'étiquette de votre retour de la commande {order} est prête. Imprimez-la, collez-la sur le colis et déposez le colis.",
    link: "Ouvrir l'étiquette",
  },
  return_arrived: {
    subject: "Votre retour de la commande {order} est arrivé",
    text: "Votre retour de la commande {order} est arrivé. Nous le vérifions et vous écrirons ensuite.",
    link: "Suivre votre retour",
  },
  return_refused: {
    subject: "Votre retour de la commande {order} n'a pas été accepté",
    text: "Nous ne pouvons pas accepter votre retour de la commande {order}.",
    facts: ["Motif : {reason}"],
    link: "Voir votre retour",
  },
  return_refunded: {
    subject: "Le remboursement de la commande {order}",
    text: "Votre retour de la commande {order} est terminé et nous vous remboursons.",
    facts: ["Montant : {amount}"],
    link: "Voir votre retour",
  },
  return_credited: {
    subject: "Votre avoir pour la commande {order}",
    text: "Votre retour de la commande {order} est terminé et vous recevez un avoir.",
    facts: ["Montant : {amount}"],
    link: "Voir votre retour",
  },
  return_cancelled: {
    subject: "Votre retour de la commande {order} a été annulé",
    text: "Votre retour de la commande {order} a été annulé. Vous n'avez plus rien à faire.",
    link: "Voir votre retour",
  },
  withdrawal_receipt: {
    subject: "Accusé de réception de votre rétractation {number}",
    text: "Nous avons reçu votre rétractation du contrat. Ce message en est l'accusé de réception : conservez-le.",
    facts: ["Numéro : {number}", "Reçue le : {time}", "Votre déclaration, mot pour mot :"],
    link: "Ouvrir l'accusé de réception",
  },
  order_code: {
    subject: "Votre code pour la commande {order}",
    text: "Saisissez ce code pour retourner un article de la commande {order} : {code}\n\nIl est valable 15 minutes. Si vous ne l'avez pas demandé, ignorez cet e-mail et ne donnez le code à personne.",
  },
  invitation: {
    subject: "Invitation à {store}",
    text: "{by} vous invite à {store}. Le lien fonctionne une seule fois, pendant une semaine. Si vous ne connaissez pas {store}, ignorez ce message.",
    link: "Accepter l'invitation",
  },
  sign_in_link: {
    subject: "Votre lien de connexion",
    text: "Ce lien vous connecte sans mot de passe. Il fonctionne une seule fois, pendant une semaine. Ne le transmettez à personne.",
    link: "Se connecter",
  },
  password_changed: {
    subject: "Votre mot de passe a été modifié",
    text: "Le mot de passe de votre compte a été modifié et toutes les autres sessions sont terminées.\n\nSi ce n'était pas vous, demandez un lien de connexion à l'exploitant du service et choisissez un nouveau mot de passe.",
  },
};
