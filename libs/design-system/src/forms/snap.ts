/** Rounds a number to the nearest step within a range. */

export interface Scale {
  min: number;
  max: number;
  step: number;
}

const decimals = (number: number) => (String(number).split('.')[1] ?? '').length;

/** Without floating-point noise: 0.1 plus 0.2 is 0.3. The maximum is the last step that fits. */
export function snap(value: number, { min, max, step }: Scale): number {
  const digits = Math.max(decimals(step), decimals(min));
  const last = Math.floor(Number(((max - min) / step).toFixed(9)));
  const steps = Math.min(Math.max(Math.round((value - min) / step), 0), last);
  return Number((min + steps * step).toFixed(digits));
}
