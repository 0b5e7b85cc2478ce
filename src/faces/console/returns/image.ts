import { at, html, type Label, type Markup } from "../../pages/html.ts";
import type { ConsolePage } from "../page.ts";

/** The picture of a comment, as the browser of a person may load it. */
export const returnImagePage: ConsolePage = {
  path: "/returns/:returnId/images/:commentId",
  section: "/returns",
  needs: "returns_read",
  show: async ({ api, params: { returnId = "", commentId = "" } }) => {
    const image = await api.fetch(at`/returns/${returnId}/comments/${commentId}/image`);
    const headers = {
      "Content-Type": image.headers.get("content-type") ?? "application/octet-stream",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cache-Control": "no-store",
    };
    return new Response(await image.arrayBuffer(), { headers });
  },
};

/** Returns a small picture that leads to the whole one; `url` is the API's address of it. */
export function thumbnail(base: string, returnId: string, url: string, text: Label): Markup {
  const commentId = /\/comments\/([^/]+)\/image$/.exec(url)?.[1] ?? "";
  const address = base + at`/returns/${returnId}/images/${commentId}`;
  return html`<a class="thumbnail" href="${address}" hx-boost="false" target="_blank" rel="noopener"><img
    src="${address}" alt="${text}" loading="lazy" width="96" height="96"></a>`;
}
