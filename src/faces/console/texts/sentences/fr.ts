/** Sentences of the service's errors, in English, and what they say. */
export const sentences: Record<string, string> = {
  "The role {1} doesn't include this. An owner of the store can change your role.":
    "Le rôle {1} ne le permet pas. Un propriétaire de la boutique peut changer votre rôle.",
  "E-mail address or password is wrong.": "L’adresse e-mail ou le mot de passe est incorrect.",
  "Too many attempts to sign in at once; try again in a few seconds.":
    "Trop de tentatives de connexion à la fois ; réessayez dans quelques secondes.",
  "Too many people are signing in at once; try again.":
    "Trop de personnes se connectent à la fois ; réessayez.",
  "Another request has just set a password; try again.":
    "Une autre requête vient de définir un mot de passe ; réessayez.",
  "This passkey can't sign in here. Try again, or use your password.":
    "Cette clé d’accès ne permet pas de se connecter ici. Réessayez, ou utilisez votre mot de passe.",
  "The passkey wasn't made in time, or not for this page. Try again.":
    "La clé d’accès n’a pas été créée à temps, ou pas pour cette page. Réessayez.",
  "This passkey is registered already.": "Cette clé d’accès est déjà enregistrée.",
  "This passkey was removed already.": "Cette clé d’accès a déjà été retirée.",
  "To add a passkey, sign in again first.":
    "Pour ajouter une clé d’accès, connectez-vous d’abord de nouveau.",
  "There are {1} passkeys already: remove one first.":
    "Il y a déjà {1} clés d’accès : retirez-en une d’abord.",
  "A name of 1 to {1} characters is required.": "Un nom de 1 à {1} caractères est nécessaire.",
  "A name is required.": "Un nom est nécessaire.",
  "A name has at most {1} characters.": "Un nom a au plus {1} caractères.",
  "A password has at least {1} characters.": "Un mot de passe a au moins {1} caractères.",
  "A password has at most {1} characters.": "Un mot de passe a au plus {1} caractères.",
  "This is not the current password.": "Ce n’est pas le mot de passe actuel.",
  "This session has ended already.": "Cette session a déjà pris fin.",
  "This link was used already, or is too old.": "Ce lien a déjà été utilisé, ou il est trop ancien.",
  "This invitation is for {1}: sign in as that person to accept it.":
    "Cette invitation est pour {1} : connectez-vous en tant que cette personne pour l’accepter.",
  "This invitation was accepted or withdrawn already, or is too old.":
    "Cette invitation a déjà été acceptée ou retirée, ou elle est trop ancienne.",
  "This invitation was accepted or withdrawn.": "Cette invitation a été acceptée ou retirée.",
  "This form was not sent from a page of this service.":
    "Ce formulaire ne vient pas d’une page de ce service.",
  "This form is from an earlier session: open the page again.":
    "Ce formulaire vient d’une session précédente : ouvrez de nouveau la page.",
  "The session has ended: sign in again.": "La session a pris fin : connectez-vous de nouveau.",
  "The address has too many parameters.": "L’adresse a trop de paramètres.",
  "The address has a character that can't be stored.":
    "L’adresse a un caractère qui ne peut pas être enregistré.",
  "A field has a character that can't be stored.": "Un champ a un caractère qui ne peut pas être enregistré.",
  "A store needs an owner: make another person an owner first.":
    "Une boutique a besoin d’un propriétaire : nommez d’abord une autre personne propriétaire.",
  "The store has no such person.": "La boutique n’a pas cette personne.",
  "An e-mail address such as robin@example.com is required.":
    "Une adresse e-mail telle que robin@example.com est nécessaire.",
  "{1} is in this store already.": "{1} est déjà dans cette boutique.",
  "You may no longer invite people to this store.":
    "Vous ne pouvez plus inviter de personnes dans cette boutique.",
  "Choose one of the roles.": "Choisissez un des rôles.",
  "A store needs a name.": "Une boutique a besoin d’un nom.",
  "{1} must have 1 to {2} characters.": "{1} : de 1 à {2} caractères.",
  "{1} must have at most {2} characters.": "{1} : au plus {2} caractères.",
  "{1} must not be empty.": "{1} ne doit pas être vide.",
  "{1} must be one of the choices.": "{1} : choisissez une des possibilités.",
  "{1} must be the letters of a currency, such as EUR.": "{1} : les lettres d’une devise, par exemple EUR.",
  "{1} must be a time zone of the IANA database, such as Europe/Berlin.":
    "{1} : un fuseau horaire de la base IANA, par exemple Europe/Berlin.",
};
