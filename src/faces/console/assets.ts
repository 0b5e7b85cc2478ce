import { createAssets } from "../pages/assets.ts";
import { SECURITY_HEADERS } from "./security.ts";

/** Files of the console's pages; htmx comes from its installed package. */
const FILES = {
  "console.css": { type: "text/css", url: import.meta.resolve("./assets/console.css") },
  "components.css": { type: "text/css", url: import.meta.resolve("./assets/components.css") },
  "lists.css": { type: "text/css", url: import.meta.resolve("./assets/lists.css") },
  "pages.css": { type: "text/css", url: import.meta.resolve("./assets/pages.css") },
  "numbers.css": { type: "text/css", url: import.meta.resolve("./assets/numbers.css") },
  "warehouse.css": { type: "text/css", url: import.meta.resolve("./assets/warehouse.css") },
  "keys.css": { type: "text/css", url: import.meta.resolve("./assets/keys.css") },
  "console.js": { type: "text/javascript", url: import.meta.resolve("./assets/console.js") },
  "warehouse.js": { type: "text/javascript", url: import.meta.resolve("./assets/warehouse.js") },
  "keys.js": { type: "text/javascript", url: import.meta.resolve("./assets/keys.js") },
  "passkeys.js": { type: "text/javascript", url: import.meta.resolve("./assets/passkeys.js") },
  "htmx.js": { type: "text/javascript", url: import.meta.resolve("htmx.org/dist/htmx.min.js") },
  "icon.svg": { type: "image/svg+xml", url: import.meta.resolve("./assets/icon.svg") },
};

export const ASSETS = createAssets("/console/assets/", FILES, SECURITY_HEADERS);
