/** `npm test` runs a sample of each matrix; the nightly tests (`TEST_TIER=nightly`) run all of it. */
export const isNightly = process.env.TEST_TIER === 'nightly';

/** The whole matrix at night, otherwise its sample. @throws for a cell of the sample that is not in the matrix */
export function cellsOf<Cell>(matrix: readonly Cell[], ...sample: Cell[]): readonly Cell[] {
  const missing = sample.filter((cell) => !matrix.includes(cell));
  if (missing.length > 0) throw new Error(`Not in the matrix: ${missing.map(String).join(', ')}`);
  return isNightly ? matrix : sample;
}

/** The same for named states. */
export function statesOf<State>(
  all: Readonly<Record<string, State>>,
  sample: readonly string[],
): readonly (readonly [name: string, state: State])[] {
  const names = cellsOf(Object.keys(all), ...sample);
  return Object.entries(all).filter(([name]) => names.includes(name));
}
