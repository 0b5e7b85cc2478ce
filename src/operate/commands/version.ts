import { VERSION } from "../../lib/version.ts";
import { type Command, standaloneCommand } from "./command.ts";

export const VERSION_COMMANDS: readonly Command[] = [
  standaloneCommand({
    name: "version",
    summary: "Print the version of the service.",
    options: {},
    run: async () => ({ version: VERSION }),
    text: ({ version }) => `aftersale ${version}`,
  }),
];
