import type { Withdrawal } from "../../../features/withdrawals/schema.ts";
import { at, type Content, html } from "../../pages/html.ts";
import { actButton } from "../components/act-button.ts";
import { card, details } from "../components/card.ts";
import { objectLink } from "../components/object-link.ts";
import { exactTime } from "../components/time.ts";
import type { ConsolePage, Visit } from "../page.ts";
import { stateOf } from "./list.ts";

/** One withdrawal: its statement, its period and how that was computed, its return and its receipt. */
export const withdrawalPage: ConsolePage = {
  path: "/withdrawals/:withdrawalId",
  section: "/withdrawals",
  needs: "returns_read",
  show: async (visit) => {
    const { withdrawal } = await visit.api.get<{ withdrawal: Withdrawal }>(pathOf(visit));
    const { number, statement, at: receivedAt, by, email, name, returnId, orderId, order } = withdrawal;
    const facts = details([
      ["State", stateOf(withdrawal)],
      ["Received", html`<bdi>${receivedAt}</bdi>`],
      ["Order", orderId === null ? html`<bdi>${order}</bdi>` : objectLink(visit, "order", orderId, order)],
      ["Name", html`<bdi>${name === "" ? "Erased" : name}</bdi>`],
      ["E-mail address", html`<bdi>${email === "" ? "Erased" : email}</bdi>`],
      ["Return", returnId === null ? "None" : objectLink(visit, "return", returnId, returnId)],
      ["Receipt", html`<a href="${withdrawal.receiptUrl}">Page of the receipt</a>`],
      ["Sent by", html`<bdi>${by}</bdi>`],
    ]);
    const erase =
      visit.can("customers_erase") && withdrawal.erasedAt === null
        ? actButton(visit, {
            ...{ act: "erase", text: "Erase person", look: "danger" },
            confirm: {
              title: "Erase name, address and statement?",
              text: "Number, time, order and units stay. The page of the receipt will be gone. This can't be undone.",
            },
          })
        : undefined;
    return {
      title: `Withdrawal ${number}`,
      actions: erase,
      body: html`${card(facts)}${card(periodOf(withdrawal), { title: "Period" })}${card(
        statement === ""
          ? html`<p>The statement was erased.</p>`
          : html`<pre class="body" dir="auto" tabindex="0">${statement}</pre>`,
        { title: "Statement" },
      )}`,
    };
  },
  acts: {
    erase: {
      needs: "customers_erase",
      run: async (visit) => {
        await visit.api.post(`${pathOf(visit)}/erase`, undefined);
        return { to: visit.url.pathname.slice(visit.base.length), notice: "The person is erased." };
      },
    },
  },
};

function pathOf({ store, params: { withdrawalId = "" } }: Visit): string {
  return at`/stores/${store.storeId}/withdrawals/${withdrawalId}`;
}

/** Says in words how the end of the period was computed. */
function periodOf({ computedFrom, periodEnd }: Withdrawal): Content {
  if (!computedFrom) return html`<p>The order is not known, so the period is not either.</p>`;
  const { days, deliveredAt, country, region, timeZone, movedFrom } = computedFrom;
  const place = [region, country].filter(Boolean).join(", ") || "an unknown country";
  if (!periodEnd || !deliveredAt) {
    return html`<p>It runs: not every unit is known to be delivered. ${days} days follow the delivery of the last parcel.</p>`;
  }
  return html`<p>It ends at ${exactTime(periodEnd)}: ${days} days after the last parcel was delivered, at ${exactTime(deliveredAt)},
      to the end of the day in ${timeZone} (<bdi>${place}</bdi>).</p>${
        movedFrom.length > 0 &&
        html`<p>It could not end on ${movedFrom.map(({ day, reason }) => `${day} (${reason})`).join(", ")}.</p>`
      }`;
}
