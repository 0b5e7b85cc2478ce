import type { Withdrawal } from "../../../features/withdrawals/schema.ts";
import { at, type Content, html, type Label } from "../../pages/html.ts";
import { actButton } from "../components/act-button.ts";
import { authorName } from "../components/api-words.ts";
import { card, details } from "../components/card.ts";
import { objectLink } from "../components/object-link.ts";
import { calendarDay, exactTime } from "../components/time.ts";
import type { ConsolePage, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { restOf, stateOf } from "./list.ts";

/** One withdrawal: its statement, its period and how that was computed, its return and its receipt. */
export const withdrawalPage: ConsolePage = {
  path: "/withdrawals/:withdrawalId",
  section: "/withdrawals",
  needs: "returns_read",
  show: async (visit) => {
    const { withdrawal } = await visit.api.get<{ withdrawal: Withdrawal }>(pathOf(visit));
    const { number, statement, at: receivedAt, by, email, name, returnId, orderId, order } = withdrawal;
    const facts = details([
      [say("State"), stateOf(withdrawal)],
      [say("Received#withdrawal"), exactTime(receivedAt)],
      [
        say("Order"),
        orderId === null ? html`<bdi>${order}</bdi>` : objectLink(visit, "order", orderId, order),
      ],
      [say("Name"), html`<bdi>${name === "" ? say("Erased") : name}</bdi>`],
      [say("E-mail"), html`<bdi>${email === "" ? say("Erased") : email}</bdi>`],
      [
        say("Return"),
        returnId === null
          ? say("None")
          : objectLink(visit, "return", returnId, say("Return of {order}", { order })),
      ],
      ...restRow(withdrawal),
      ...othersRow(withdrawal),
      [say("Receipt"), html`<a href="${withdrawal.receiptUrl}">${say("Page of the receipt")}</a>`],
      [say("Sent by"), html`<bdi>${authorName(by)}</bdi>`],
    ]);
    const erase =
      visit.can("customers_erase") && withdrawal.erasedAt === null
        ? actButton(visit, {
            ...{ act: "erase", text: say("Erase person"), look: "danger" },
            confirm: {
              title: say("Erase name, address and statement?"),
              text: say(
                "Number, time, order and units stay. The page of the receipt will be gone. This can't be undone.",
              ),
            },
          })
        : undefined;
    return {
      title: say("Withdrawal {number}", { number }),
      parents: [{ title: say("Withdrawals"), path: "/withdrawals" }],
      actions: erase,
      body: html`${card(facts)}${card(periodOf(withdrawal), { title: say("Period") })}${card(
        statement === ""
          ? html`<p>${say("The statement was erased.")}</p>`
          : html`<pre class="body" dir="auto" tabindex="0">${statement}</pre>`,
        { title: say("Statement") },
      )}`,
    };
  },
  acts: {
    erase: {
      needs: "customers_erase",
      run: async (visit) => {
        await visit.api.post(`${pathOf(visit)}/erase`, undefined);
        return { to: visit.url.pathname.slice(visit.base.length), notice: say("The person is erased.") };
      },
    },
  },
};

/** What the consumer has stated beyond the return. */
function restRow(withdrawal: Withdrawal): [Label, Content][] {
  const rest = withdrawal.returnId === null ? [] : restOf(withdrawal);
  if (rest.length === 0) return [];
  const items = rest.map(
    ({ lineItemId, quantity }, i) => html`${i > 0 && ", "}<bdi>${quantity} × ${lineItemId}</bdi>`,
  );
  return [[say("Not in the return"), html`${items}`]];
}

/** What another return holds, which staff may have rejected. */
function othersRow({ unitsInOtherReturns }: Withdrawal): [Label, Content][] {
  return unitsInOtherReturns ? [[say("Units in other returns"), String(unitsInOtherReturns)]] : [];
}

function pathOf({ store, params: { withdrawalId = "" } }: Visit): string {
  return at`/stores/${store.storeId}/withdrawals/${withdrawalId}`;
}

/** Says in words how the end of the period was computed. */
function periodOf({ computedFrom, periodEnd }: Withdrawal): Content {
  if (!computedFrom) return html`<p>${say("The order is not known, so the period is not either.")}</p>`;
  const { days, deliveredAt, country, region, timeZone, movedFrom } = computedFrom;
  const place = [region, country].filter(Boolean).join(", ") || say("an unknown country");
  if (!periodEnd || !deliveredAt) {
    return html`<p>${say("It runs: not every unit is known to be delivered. {days} days follow the delivery of the last parcel.", { days })}</p>`;
  }
  return html`<p>${say("It ends at {end}: {days} days after the last parcel was delivered, at {delivered}, to the end of the day in {timeZone} ({place}).", { end: exactTime(periodEnd), days, delivered: exactTime(deliveredAt), timeZone: html`<bdi>${timeZone}</bdi>`, place: html`<bdi>${place}</bdi>` })}</p>${
    movedFrom.length > 0 &&
    html`<p>${say("It could not end on {days}.", { days: html`<bdi>${movedFrom.map(({ day, reason }, i) => html`${i > 0 && ", "}${calendarDay(day)} (${reasonText(reason)})`)}</bdi>` })}</p>`
  }`;
}

/** Holidays have the names that the service knows them by. */
function reasonText(reason: string): Label {
  return reason === "Saturday" || reason === "Sunday" ? say(reason) : reason;
}
