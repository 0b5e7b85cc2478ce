import type { WithdrawalTexts } from "./texts.ts";

export const PL: WithdrawalTexts = {
  withdraw: "odstąp od umowy tutaj",
  confirm: "potwierdź odstąpienie",
  statement: {
    to: "Do: {store}",
    whole: "Odstępuję od umowy dotyczącej zamówienia {order}.",
    part: "Odstępuję od umowy dotyczącej tych artykułów z zamówienia {order}:",
    item: "{quantity} × {item}",
    name: "Imię i nazwisko: {name}",
    email: "Adres e-mail do potwierdzenia: {email}",
  },
  receipt: {
    title: "Potwierdzenie otrzymania odstąpienia",
    intro: "Otrzymaliśmy Twoje odstąpienie od umowy. Oto treść oświadczenia i czas jego otrzymania.",
    number: "Numer",
    receivedAt: "Otrzymano",
    statement: "Twoje oświadczenie",
    keep: "Zachowaj to potwierdzenie. Pod tym adresem można je przeczytać w każdej chwili.",
    erased: "Oświadczenie do tego potwierdzenia zostało usunięte.",
  },
  form: {
    intro: "Tutaj możesz odstąpić od umowy bez podania przyczyny.",
    name: "Imię i nazwisko",
    order: "Numer zamówienia",
    orderHint: "Jak w potwierdzeniu zamówienia. Jeśli go nie masz, napisz, co i kiedy zamówiono.",
    email: "Adres e-mail",
    emailHint: "Tam wyślemy potwierdzenie.",
    items: "Artykuły, jeśli nie całe zamówienie",
    itemsHint: "Po jednym w wierszu, z liczbą sztuk: 2\u00a0×\u00a0Koszula\u00a0lniana",
    next: "Dalej",
    check: "Sprawdź swoje oświadczenie. Zostanie wysłane, gdy je potwierdzisz.",
    change: "Zmień",
    sent: "Wysyłamy potwierdzenie na adres {email}.",
  },
  faults: {
    name: "Wpisz imię i nazwisko.",
    order: "Wpisz numer zamówienia albo to, co i kiedy zamówiono.",
    email: "Wpisz adres e-mail, na przykład imie@example.com.",
    items: "Wpisz najwyżej {max} artykułów, po jednym w wierszu, po najwyżej {length} znaków.",
    expired: "Strona była otwarta zbyt długo. Sprawdź oświadczenie i potwierdź je ponownie.",
  },
};
