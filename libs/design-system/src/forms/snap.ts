/** The number nearest to what was asked for that lies between the ends and on a step. */

export interface Scale {
  min: number;
  max: number;
  step: number;
}

const decimals = (number: number) => (String(number).split('.')[1] ?? '').length;

/** Without rounding noise: 0.1 and 0.2 give 0.3. The largest number is the last step that fits. */
export function snap(value: number, { min, max, step }: Scale): number {
  const digits = Math.max(decimals(step), decimals(min));
  const last = Math.floor(Number(((max - min) / step).toFixed(9)));
  const steps = Math.min(Math.max(Math.round((value - min) / step), 0), last);
  return Number((min + steps * step).toFixed(digits));
}
