import type { ReturnImage } from "../../../features/returns/images/schema.ts";
import type { FormState } from "../../pages/form.ts";
import { attributes, html, type Label, type Markup } from "../../pages/html.ts";
import { reasonText } from "../components/api-words.ts";
import { productCell } from "../components/thumb.ts";
import { sentenceText } from "../fault-words.ts";
import type { Visit } from "../page.ts";
import { OUTCOMES } from "../returns/findings.ts";
import { photos } from "../returns/unit-photos.ts";
import { say } from "../texts/texts.ts";
import { GRADES, type Unit, unitPointer, unitText } from "./units.ts";

type Shown = {
  product: { name: string; imageUrl?: string | null | undefined } | undefined;
  state: FormState;
  photos: ReturnImage[];
  returnId: string;
  /** Whether it is there: `yes`, `no`, or not known. */
  received: string | undefined;
};

/** Returns the questions about one unit: large targets, and a choice is made by the arrow keys too. */
export function unitRow(
  visit: Visit,
  unit: Unit,
  { product, state, photos: taken, returnId, received }: Shown,
): Markup {
  const { item, name } = unit;
  const title = product?.name || item.productId;
  const which = unitText(unit);
  const faultAt = (question: "received" | "grade") => {
    const fault = state.faults.find(({ pointer }) => pointer === unitPointer(name, question));
    return fault && sentenceText(fault.detail);
  };
  return html`<li class="unit-row"><div class="unit-head" ${attributes({ "data-units": unit.count, "data-sku": item.sku || undefined, "data-upc": item.upc || undefined })}>
      ${productCell(
        visit,
        product,
        html`<strong><bdi>${title}</bdi></strong><span>${item.sku && html`<bdi class="tag">${item.sku}</bdi>`} ${which}</span>
        <small><bdi>${reasonText(item.reason)}</bdi>${item.customerComment && html`: <bdi>${item.customerComment}</bdi>`}</small>`,
      )}</div>
    ${picks(
      say("In the parcel"),
      `received-${name}`,
      [
        { value: "yes", title: say("Received") },
        { value: "no", title: say("Missing") },
      ],
      received,
      faultAt("received"),
    )}
    ${picks(
      say("Grade"),
      `grade-${name}`,
      GRADES.map((value) => ({ value, title: value })),
      state.value(`grade-${name}`) ?? item.grade,
      faultAt("grade"),
    )}
    ${picks(say("Disposition"), `outcome-${name}`, OUTCOMES, state.value(`outcome-${name}`) ?? item.outcome)}
    <div class="photo"><label for="${`photo-${name}`}">${say("Photo")}</label><input id="${`photo-${name}`}" name="${`photo-${name}`}"
      type="file" accept="image/png,image/jpeg,image/gif,image/webp" ${attributes({ capture: "environment" })}></div>
    ${photos({ base: visit.base, returnId, what: say("Photo of {product}", { product: title }) }, taken)}</li>`;
}

function picks(
  legend: Label,
  name: string,
  options: readonly { value: string; title: Label }[],
  chosen: string | undefined,
  fault?: Label,
): Markup {
  const choices = options.map(
    ({ value, title }) => html`<label class="pick"><input type="radio" name="${name}" value="${value}"
      ${attributes({ checked: value === chosen })}><span>${title}</span></label>`,
  );
  const id = `${name}-fault`;
  const below = fault && html`<p class="fault" id="${id}">${fault}</p>`;
  const state = attributes({
    role: fault && "radiogroup",
    "aria-invalid": fault && "true",
    "aria-describedby": fault && id,
  });
  return html`<fieldset class="picks" ${state}><legend>${legend}</legend><div>${choices}</div>${below}</fieldset>`;
}
