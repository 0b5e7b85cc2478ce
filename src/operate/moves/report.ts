/** What a move reports while it runs. */
export type Report = {
  /** What it does from now on. */
  step(text: string): void;
  /** How much of the rows is copied, and which. */
  share(share: number, doing: string): void;
};
