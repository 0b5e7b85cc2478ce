import type { MailTexts } from "../kinds.ts";

export const PL: MailTexts = {
  withdraw: "odstąp od umowy tutaj",
  return_received: {
    subject: "Zwrot zamówienia {order}",
    text: "Zarejestrowaliśmy zwrot zamówienia {order}.\n\nNapiszemy, gdy tylko będą nowe informacje.",
    facts: ["Produkty: {items}"],
    link: "Śledź zwrot",
  },
  label_ready: {
    subject: "Etykieta do zwrotu zamówienia {order}",
    text: "Etykieta do zwrotu zamówienia {order} jest gotowa. Wydrukuj ją, naklej na paczkę i nadaj paczkę.",
    link: "Otwórz etykietę",
  },
  return_arrived: {
    subject: "Zwrot zamówienia {order} dotarł",
    text: "Zwrot zamówienia {order} dotarł do nas. Sprawdzamy go i napiszemy, gdy skończymy.",
    link: "Śledź zwrot",
  },
  return_refused: {
    subject: "Zwrot zamówienia {order} nie został przyjęty",
    text: "Nie możemy przyjąć zwrotu zamówienia {order}.",
    facts: ["Powód: {reason}"],
    link: "Zobacz zwrot",
  },
  return_refunded: {
    subject: "Zwrot pieniędzy za zamówienie {order}",
    text: "Zwrot zamówienia {order} jest zakończony i zwracamy pieniądze.",
    facts: ["Kwota: {amount}"],
    link: "Zobacz zwrot",
  },
  return_credited: {
    subject: "Bon za zamówienie {order}",
    text: "Zwrot zamówienia {order} jest zakończony i otrzymujesz za niego bon do sklepu.",
    facts: ["Kwota: {amount}"],
    link: "Zobacz zwrot",
  },
  return_cancelled: {
    subject: "Zwrot zamówienia {order} został anulowany",
    text: "Zwrot zamówienia {order} został anulowany. Nie musisz nic więcej robić.",
    link: "Zobacz zwrot",
  },
  withdrawal_receipt: {
    subject: "Potwierdzenie odstąpienia od umowy {number}",
    text: "Otrzymaliśmy oświadczenie o odstąpieniu od umowy. Ta wiadomość jest potwierdzeniem: zachowaj ją.",
    facts: ["Numer: {number}", "Otrzymano: {time}", "Treść oświadczenia, słowo w słowo:"],
    link: "Otwórz potwierdzenie",
  },
  order_code: {
    subject: "Twój kod do zamówienia {order}",
    text: "Wpisz ten kod, aby zwrócić coś z zamówienia {order}: {code}\n\nJest ważny przez 15 minut. Jeśli o niego nie prosisz, zignoruj tę wiadomość i nie podawaj kodu nikomu.",
  },
  invitation: {
    subject: "Zaproszenie do {store}",
    text: "{by} zaprasza do {store}. Link działa jeden raz, przez tydzień. Jeśli {store} nic Ci nie mówi, zignoruj tę wiadomość.",
    link: "Przyjmij zaproszenie",
  },
  sign_in_link: {
    subject: "Link do logowania",
    text: "Ten link loguje bez hasła. Działa jeden raz, przez tydzień. Nie przekazuj go nikomu.",
    link: "Zaloguj się",
  },
  password_changed: {
    subject: "Hasło zostało zmienione",
    text: "Hasło do Twojego konta zostało zmienione, a wszystkie inne sesje zakończone.\n\nJeśli to nie Ty, poproś operatora usługi o link do logowania i ustaw nowe hasło.",
  },
};
