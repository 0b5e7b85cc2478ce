import type { Policy } from "../policy/schema.ts";

/** The tag of orders whose lines the policy excludes. */
export const SALE = "TRAIL15";

/** The demo store's return policy: 30 days from delivery, sale items excluded, a photo of what is damaged. */
export const POLICY: Policy = {
  timeZone: "America/Los_Angeles",
  window: { days: 30, from: "delivered" },
  rules: [
    {
      when: { orderTags: [SALE] },
      then: {
        eligible: false,
        texts: {
          en: "Sale items can't be returned.",
          de: "Artikel aus dem Ausverkauf können nicht zurückgegeben werden.",
          fr: "Les articles soldés ne peuvent pas être retournés.",
          es: "Los artículos rebajados no se pueden devolver.",
        },
      },
    },
    { when: { reasonCodes: ["damaged", "wrong_item"] }, then: { fee: null, review: true } },
    { then: { bonus: { percent: 10 }, label: "merchant" } },
  ],
  reasons: [
    {
      code: "too_small",
      texts: { en: "Too small", de: "Zu klein", fr: "Trop petit", es: "Demasiado pequeño" },
    },
    {
      code: "too_large",
      texts: { en: "Too large", de: "Zu groß", fr: "Trop grand", es: "Demasiado grande" },
    },
    {
      code: "damaged",
      texts: {
        en: "Arrived damaged",
        de: "Beschädigt angekommen",
        fr: "Arrivé endommagé",
        es: "Llegó dañado",
      },
      needs: ["photo"],
    },
    {
      code: "wrong_item",
      texts: { en: "Wrong item", de: "Falscher Artikel", fr: "Mauvais article", es: "Artículo equivocado" },
    },
    {
      code: "other",
      texts: { en: "Another reason", de: "Ein anderer Grund", fr: "Une autre raison", es: "Otro motivo" },
      needs: ["comment"],
    },
  ],
};
