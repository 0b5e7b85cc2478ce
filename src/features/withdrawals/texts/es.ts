import type { WithdrawalTexts } from "./texts.ts";

export const ES: WithdrawalTexts = {
  withdraw: "desistir del contrato aquí",
  confirm: "confirmar desistimiento",
  statement: {
    to: "Para: {store}",
    whole: "Desisto del contrato del pedido {order}.",
    part: "Desisto del contrato por estos artículos del pedido {order}:",
    item: "{quantity} × {item}",
    name: "Nombre: {name}",
    email: "Correo electrónico para el acuse de recibo: {email}",
  },
  receipt: {
    title: "Acuse de recibo de su desistimiento",
    intro: "Hemos recibido su desistimiento. Esto es lo que ha declarado, y cuándo.",
    number: "Número",
    receivedAt: "Recibido",
    statement: "Su declaración",
    keep: "Guarde este acuse. Puede leerse en esta dirección en cualquier momento.",
    erased: "La declaración de este acuse se ha borrado.",
  },
  form: {
    intro: "Aquí puede desistir de su contrato sin indicar el motivo.",
    name: "Su nombre",
    order: "Número de pedido",
    orderHint: "Como en la confirmación de su pedido. Si no la tiene, escriba qué pidió y cuándo.",
    email: "Correo electrónico",
    emailHint: "Allí enviamos el acuse de recibo.",
    items: "Artículos, si no es todo el pedido",
    itemsHint: "Uno por línea, con la cantidad: 2\u00a0×\u00a0Camisa\u00a0de\u00a0lino",
    next: "Continuar",
    check: "Compruebe su declaración. Se envía cuando la confirma.",
    change: "Cambiar",
    sent: "Enviamos el acuse de recibo a {email}.",
  },
  faults: {
    name: "Escriba su nombre.",
    order: "Escriba el número de su pedido, o qué pidió y cuándo.",
    email: "Escriba un correo electrónico, por ejemplo nombre@example.com.",
    items: "Escriba como máximo {max} artículos, uno por línea, con {length} caracteres como máximo.",
    expired:
      "Esta página ha estado abierta demasiado tiempo. Compruebe su declaración y confírmela de nuevo.",
  },
};
