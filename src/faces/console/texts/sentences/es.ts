/** Sentences of the service's errors, in English, and what they say. */
export const sentences: Record<string, string> = {
  "The role {1} doesn't include this. An owner of the store can change your role.":
    "El rol {1} no lo incluye. Un propietario de la tienda puede cambiar su rol.",
  "E-mail address or password is wrong.": "El correo electrónico o la contraseña no son correctos.",
  "Too many attempts to sign in at once; try again in a few seconds.":
    "Demasiados intentos de inicio de sesión a la vez; inténtelo de nuevo en unos segundos.",
  "Too many people are signing in at once; try again.":
    "Demasiadas personas están iniciando sesión a la vez; inténtelo de nuevo.",
  "Another request has just set a password; try again.":
    "Otra solicitud acaba de establecer una contraseña; inténtelo de nuevo.",
  "This passkey can't sign in here. Try again, or use your password.":
    "Esta llave de acceso no permite iniciar sesión aquí. Inténtelo de nuevo o use su contraseña.",
  "The passkey wasn't made in time, or not for this page. Try again.":
    "La llave de acceso no se creó a tiempo, o no para esta página. Inténtelo de nuevo.",
  "This passkey is registered already.": "Esta llave de acceso ya está registrada.",
  "This passkey was removed already.": "Esta llave de acceso ya se ha quitado.",
  "To add a passkey, sign in again first.":
    "Para añadir una llave de acceso, inicie sesión de nuevo primero.",
  "There are {1} passkeys already: remove one first.": "Ya hay {1} llaves de acceso: quite una primero.",
  "A name of 1 to {1} characters is required.": "Hace falta un nombre de 1 a {1} caracteres.",
  "A name is required.": "Hace falta un nombre.",
  "A name has at most {1} characters.": "Un nombre tiene como máximo {1} caracteres.",
  "A password has at least {1} characters.": "Una contraseña tiene al menos {1} caracteres.",
  "A password has at most {1} characters.": "Una contraseña tiene como máximo {1} caracteres.",
  "This is not the current password.": "Esta no es la contraseña actual.",
  "This session has ended already.": "Esta sesión ya ha terminado.",
  "This link was used already, or is too old.": "Este enlace ya se ha usado o es demasiado antiguo.",
  "This invitation is for {1}: sign in as that person to accept it.":
    "Esta invitación es para {1}: inicie sesión como esa persona para aceptarla.",
  "This invitation was accepted or withdrawn already, or is too old.":
    "Esta invitación ya se aceptó o se retiró, o es demasiado antigua.",
  "This invitation was accepted or withdrawn.": "Esta invitación se aceptó o se retiró.",
  "This form was not sent from a page of this service.":
    "Este formulario no viene de una página de este servicio.",
  "This form is from an earlier session: open the page again.":
    "Este formulario es de una sesión anterior: abra la página de nuevo.",
  "The session has ended: sign in again.": "La sesión ha terminado: inicie sesión de nuevo.",
  "The address has too many parameters.": "La dirección tiene demasiados parámetros.",
  "The address has a character that can't be stored.":
    "La dirección tiene un carácter que no se puede guardar.",
  "A field has a character that can't be stored.": "Un campo tiene un carácter que no se puede guardar.",
  "A store needs an owner: make another person an owner first.":
    "Una tienda necesita un propietario: haga primero propietaria a otra persona.",
  "The store has no such person.": "La tienda no tiene a esa persona.",
  "An e-mail address such as robin@example.com is required.":
    "Hace falta un correo electrónico como robin@example.com.",
  "{1} is in this store already.": "{1} ya está en esta tienda.",
  "You may no longer invite people to this store.": "Ya no puede invitar a personas a esta tienda.",
  "Choose one of the roles.": "Elija uno de los roles.",
  "A store needs a name.": "Una tienda necesita un nombre.",
  "{1} must have 1 to {2} characters.": "{1}: de 1 a {2} caracteres.",
  "{1} must have at most {2} characters.": "{1}: como máximo {2} caracteres.",
  "{1} must not be empty.": "{1} no debe estar vacío.",
  "{1} must be one of the choices.": "{1}: elija una de las opciones.",
  "{1} must be the letters of a currency, such as EUR.": "{1}: las letras de una moneda, por ejemplo EUR.",
  "{1} must be a time zone of the IANA database, such as Europe/Berlin.":
    "{1}: una zona horaria de la base de datos IANA, por ejemplo Europe/Berlin.",
};
