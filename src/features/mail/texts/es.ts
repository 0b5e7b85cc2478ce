import type { MailTexts } from "../kinds.ts";

export const ES: MailTexts = {
  withdraw: "desistir del contrato aquí",
  return_received: {
    subject: "Su devolución del pedido {order}",
    text: "Hemos registrado su devolución del pedido {order}.\n\nLe escribiremos en cuanto haya novedades.",
    facts: ["Artículos: {items}"],
    link: "Seguir su devolución",
  },
  label_ready: {
    subject: "La etiqueta para su devolución del pedido {order}",
    text: "La etiqueta para su devolución del pedido {order} está lista. Imprímala, péguela en el paquete y entregue el paquete.",
    link: "Abrir la etiqueta",
  },
  return_arrived: {
    subject: "Su devolución del pedido {order} ha llegado",
    text: "Su devolución del pedido {order} ha llegado. La estamos revisando y le escribiremos al terminar.",
    link: "Seguir su devolución",
  },
  return_refused: {
    subject: "Su devolución del pedido {order} no se ha aceptado",
    text: "No podemos aceptar su devolución del pedido {order}.",
    facts: ["Motivo: {reason}"],
    link: "Ver su devolución",
  },
  return_refunded: {
    subject: "El reembolso del pedido {order}",
    text: "Su devolución del pedido {order} ha concluido y le reembolsamos el importe.",
    facts: ["Importe: {amount}"],
    link: "Ver su devolución",
  },
  return_credited: {
    subject: "El vale por el pedido {order}",
    text: "Su devolución del pedido {order} ha concluido y recibe un vale de la tienda.",
    facts: ["Importe: {amount}"],
    link: "Ver su devolución",
  },
  return_cancelled: {
    subject: "Su devolución del pedido {order} se ha cancelado",
    text: "Su devolución del pedido {order} se ha cancelado. No tiene que hacer nada más.",
    link: "Ver su devolución",
  },
  withdrawal_receipt: {
    subject: "Acuse de recibo de su desistimiento {number}",
    text: "Hemos recibido su desistimiento del contrato. Este mensaje es el acuse de recibo: consérvelo.",
    facts: ["Número: {number}", "Recibido: {time}", "Su declaración, palabra por palabra:"],
    link: "Abrir el acuse de recibo",
  },
  order_code: {
    subject: "Su código para el pedido {order}",
    text: "Introduzca este código para devolver algo del pedido {order}: {code}\n\nEs válido durante 15 minutos. Si no lo ha solicitado, ignore este correo y no dé el código a nadie.",
  },
  invitation: {
    subject: "Invitación a {store}",
    text: "{by} le invita a {store}. El enlace funciona una sola vez, durante una semana. Si no conoce {store}, ignore este mensaje.",
    link: "Aceptar la invitación",
  },
  sign_in_link: {
    subject: "Su enlace para iniciar sesión",
    text: "Este enlace inicia su sesión sin contraseña. Funciona una sola vez, durante una semana. No lo comparta.",
    link: "Iniciar sesión",
  },
  password_changed: {
    subject: "Su contraseña se ha cambiado",
    text: "La contraseña de su cuenta se ha cambiado y todas las demás sesiones han terminado.\n\nSi no ha sido usted, pida al operador del servicio un enlace para iniciar sesión y elija una contraseña nueva.",
  },
};
