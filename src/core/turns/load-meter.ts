/** How busy the database is beside some background work, by what that work has seen of it. */
export type LoadMeter = {
  /** Takes notice of whether other sessions were active while a piece of the work ran. */
  observe(isBusy: boolean): void;
  /** Whether almost nothing else has been seen at work lately. */
  isQuiet(): boolean;
};

/** About as many observations count. */
const MEMORY = 32;
/** Two busy observations, of polls and probes, are let pass. */
const MAX_BUSY = 2.5 / MEMORY;

export function createLoadMeter(): LoadMeter {
  /** The part of the observations that were busy, the latest counting most. */
  let busy = 0;
  return {
    observe: (isBusy) => {
      busy += ((isBusy ? 1 : 0) - busy) / MEMORY;
    },
    isQuiet: () => busy <= MAX_BUSY,
  };
}
