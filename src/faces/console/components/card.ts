import { type Content, html, type Label, type Markup } from "../../pages/html.ts";

type Options = { title?: Content; lead?: Content; actions?: Content };

/** Returns a framed part of a page. */
export function card(content: Content, { title, lead, actions }: Options = {}): Markup {
  const head = html`<div class="card-head"><div><h2>${title}</h2>${lead && html`<p class="lead">${lead}</p>`}</div>${
    actions && html`<div class="head-actions">${actions}</div>`
  }</div>`;
  return html`<section class="card">${title && head}${content}</section>`;
}

/** Returns names with their values, such as the settings of something. */
export function details(rows: [Label, Content][]): Markup {
  return html`<dl class="details">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
