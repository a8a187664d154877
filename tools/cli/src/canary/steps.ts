/** The steps of an automatic canary: the share of visitors after the next one, and the command for it. */

/** The next share: 100 gives the release to everyone. */
export const stepAfter = (steps: readonly number[], percent: number): number =>
  steps.find((step) => step > percent) ?? 100;

export interface CanaryStep {
  slice: string;
  environment: string;
  /** The share of visitors after it: 0 aborts the canary, 100 finishes it. */
  next: number;
}

const optionOf = (next: number) =>
  next === 0 ? '--abort' : next === 100 ? '--finish' : `--percent ${String(next)}`;

/** For a user or a machine with the key for it. */
export const stepCommand = ({ slice, environment, next }: CanaryStep): string =>
  `slipway canary ${slice} --env ${environment} ${optionOf(next)} --reason "judged"`;
