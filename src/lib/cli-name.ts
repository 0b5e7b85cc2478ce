/** How the operator's commands are called. */
export const CLI = "bun run cli";

/** Their call without bun on the PATH; the version is the one that the README and CI run. */
export const CLI_BY_NPX = "npx -y bun@1.4.5 run cli";
