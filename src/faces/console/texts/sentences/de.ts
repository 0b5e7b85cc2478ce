/** Sentences of the service's errors, in English, and what they say. */
export const sentences: Record<string, string> = {
  "The role {1} doesn't include this. An owner of the store can change your role.":
    "Die Rolle {1} umfasst das nicht. Ein Inhaber des Shops kann Ihre Rolle ändern.",
  "E-mail address or password is wrong.": "E-Mail-Adresse oder Passwort ist falsch.",
  "Too many attempts to sign in at once; try again in a few seconds.":
    "Zu viele Anmeldeversuche auf einmal; versuchen Sie es in einigen Sekunden noch einmal.",
  "Too many people are signing in at once; try again.":
    "Zu viele Personen melden sich gerade an; versuchen Sie es noch einmal.",
  "Another request has just set a password; try again.":
    "Eine andere Anfrage hat gerade ein Passwort gesetzt; versuchen Sie es noch einmal.",
  "This passkey can't sign in here. Try again, or use your password.":
    "Dieser Passkey kann hier nicht anmelden. Versuchen Sie es noch einmal, oder nutzen Sie Ihr Passwort.",
  "The passkey wasn't made in time, or not for this page. Try again.":
    "Der Passkey wurde nicht rechtzeitig oder nicht für diese Seite erstellt. Versuchen Sie es noch einmal.",
  "This passkey is registered already.": "Dieser Passkey ist schon registriert.",
  "This passkey was removed already.": "Dieser Passkey wurde schon entfernt.",
  "To add a passkey, sign in again first.":
    "Um einen Passkey hinzuzufügen, melden Sie sich zuerst noch einmal an.",
  "There are {1} passkeys already: remove one first.":
    "Es gibt schon {1} Passkeys: Entfernen Sie zuerst einen.",
  "A name of 1 to {1} characters is required.": "Ein Name mit 1 bis {1} Zeichen ist nötig.",
  "A name is required.": "Ein Name ist nötig.",
  "A name has at most {1} characters.": "Ein Name hat höchstens {1} Zeichen.",
  "A password has at least {1} characters.": "Ein Passwort hat mindestens {1} Zeichen.",
  "A password has at most {1} characters.": "Ein Passwort hat höchstens {1} Zeichen.",
  "This is not the current password.": "Das ist nicht das aktuelle Passwort.",
  "This session has ended already.": "Diese Sitzung ist schon beendet.",
  "This link was used already, or is too old.": "Dieser Link wurde schon benutzt oder ist zu alt.",
  "This invitation is for {1}: sign in as that person to accept it.":
    "Diese Einladung ist für {1}: Melden Sie sich als diese Person an, um sie anzunehmen.",
  "This invitation was accepted or withdrawn already, or is too old.":
    "Diese Einladung wurde schon angenommen oder zurückgezogen oder ist zu alt.",
  "This invitation was accepted or withdrawn.": "Diese Einladung wurde angenommen oder zurückgezogen.",
  "This form was not sent from a page of this service.":
    "Dieses Formular kommt nicht von einer Seite dieses Dienstes.",
  "This form is from an earlier session: open the page again.":
    "Dieses Formular ist aus einer früheren Sitzung: Öffnen Sie die Seite noch einmal.",
  "The session has ended: sign in again.": "Die Sitzung ist beendet: Melden Sie sich noch einmal an.",
  "The address has too many parameters.": "Die Adresse hat zu viele Parameter.",
  "The address has a character that can't be stored.":
    "Die Adresse hat ein Zeichen, das nicht gespeichert werden kann.",
  "A field has a character that can't be stored.":
    "Ein Feld hat ein Zeichen, das nicht gespeichert werden kann.",
  "A store needs an owner: make another person an owner first.":
    "Ein Shop braucht einen Inhaber: Machen Sie zuerst eine andere Person zum Inhaber.",
  "The store has no such person.": "Der Shop hat keine solche Person.",
  "An e-mail address such as robin@example.com is required.":
    "Eine E-Mail-Adresse wie robin@example.com ist nötig.",
  "{1} is in this store already.": "{1} ist schon in diesem Shop.",
  "You may no longer invite people to this store.": "Sie dürfen keine Personen mehr in diesen Shop einladen.",
  "Choose one of the roles.": "Wählen Sie eine der Rollen.",
  "A store needs a name.": "Ein Shop braucht einen Namen.",
  "{1} must have 1 to {2} characters.": "{1}: 1 bis {2} Zeichen.",
  "{1} must have at most {2} characters.": "{1}: höchstens {2} Zeichen.",
  "{1} must not be empty.": "{1} darf nicht leer sein.",
  "{1} must be one of the choices.": "{1}: Wählen Sie eine der Möglichkeiten.",
  "{1} must be the letters of a currency, such as EUR.": "{1}: die Buchstaben einer Währung, etwa EUR.",
  "{1} must be a time zone of the IANA database, such as Europe/Berlin.":
    "{1}: eine Zeitzone der IANA-Datenbank, etwa Europe/Berlin.",
};
