import { FIRST_STATUSES } from "../../stores/settings-schema.ts";
import { STATUSES, TRANSITIONS } from "../status.ts";

/** Returns the allowed transitions as a Markdown table. */
export function transitionsTable(): string {
  const rows = STATUSES.map((from) => {
    const to = TRANSITIONS[from].map((status) => `\`${status}\``).join(", ");
    return `| \`${from}\` | ${to || "none"} |`;
  });
  return ["| from | to |", "|---|---|", ...rows].join("\n");
}

/** Returns the allowed transitions as a Mermaid state diagram. */
export function transitionsDiagram(): string {
  const arrows = [
    ...FIRST_STATUSES.map((status) => `[*] --> ${status}`),
    ...STATUSES.flatMap((from) => TRANSITIONS[from].map((to) => `${from} --> ${to}`)),
    ...STATUSES.filter((from) => TRANSITIONS[from].length === 0).map((from) => `${from} --> [*]`),
  ];
  return ["```mermaid", "stateDiagram-v2", ...arrows.map((arrow) => `  ${arrow}`), "```"].join("\n");
}
