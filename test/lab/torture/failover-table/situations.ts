import type { World } from "./world.ts";

/** A way in which a database goes away and comes back. */
export type Situation = {
  name: string;
  holdMs: number;
  /** Whether no requests are sent meanwhile, so that what is counted comes from the processes alone. */
  isQuiet?: boolean;
  begin(world: World): Promise<void>;
  end(world: World): Promise<void>;
};

/** Returns the situations of the full table, or of its short form. */
export function situations(isShort: boolean): Situation[] {
  if (isShort) {
    return [
      refused(3_000),
      onStandby(1_000, true, "back"),
      onStandby(1_000, true, "promoted"),
      notFound(1_000),
    ];
  }
  const holds = [2_000, 8_000, 30_000];
  return [
    refused(60_000),
    stopped(60_000),
    ...holds.flatMap((holdMs) => [true, false].map((isCut) => onStandby(holdMs, isCut, "back"))),
    ...holds.flatMap((holdMs) => [true, false].map((isCut) => onStandby(holdMs, isCut, "promoted"))),
    notFound(5_000),
  ];
}

function refused(holdMs: number): Situation {
  return {
    ...{ name: `connections refused for ${seconds(holdMs)}`, holdMs, isQuiet: true },
    begin: ({ link }) => link.cut(),
    end: ({ link }) => link.mend(),
  };
}

function stopped(holdMs: number): Situation {
  return {
    ...{ name: `database stopped behind its proxy for ${seconds(holdMs)}`, holdMs, isQuiet: true },
    begin: ({ pair }) => pair.primary().stop(),
    end: ({ pair }) => pair.primary().start(),
  };
}

function onStandby(holdMs: number, isCut: boolean, end: "back" | "promoted"): Situation {
  const cuts = isCut ? "cut" : "kept";
  return {
    name: `address on a standby for ${seconds(holdMs)}, sessions ${cuts}, then ${end}`,
    holdMs,
    begin: async ({ link, pair }) => {
      link.pointAt(pair.standby().url);
      if (isCut) link.endSessions();
    },
    end: async ({ link, pair }) => {
      if (end === "back") {
        // The sessions on the standby live on.
        link.pointAt(pair.primary().url);
        return;
      }
      await pair.primary().stop();
      await pair.promote();
    },
  };
}

function notFound(holdMs: number): Situation {
  return {
    ...{ name: `name not found for ${seconds(holdMs)}, sessions cut`, holdMs },
    begin: async ({ names, link }) => {
      await names.setKnown(false);
      link.endSessions();
    },
    end: ({ names }) => names.setKnown(true),
  };
}

function seconds(ms: number): string {
  return `${ms / 1_000} s`;
}
