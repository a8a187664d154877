/** Exact amounts: decimal text, never floating point. US dollars. */

/**
 * Such as `$1,234.50` and `−$0.000125`: at least two decimals, and as many as the amount has.
 *
 * Throws a RangeError for text that is not a decimal number.
 */
export function exactDollars(amount: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount);
  if (!parts) throw new RangeError(`“${amount}” is not an amount`);
  const [, sign = '', whole = '', fraction = ''] = parts;
  const decimals = fraction.replace(/0+$/, '').padEnd(2, '0');
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${sign && '−'}$${thousands}.${decimals}`;
}

/** Decimal places that a price may have. */
const SCALE = 30;

/** The smallest unit of a price, as an integer. */
function units(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const value = BigInt(whole + fraction.padEnd(SCALE, '0').slice(0, SCALE));
  return amount.startsWith('-') ? -value : value;
}

const decimal = (value: bigint): string => {
  const digits = String(value < 0n ? -value : value).padStart(SCALE + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -SCALE)}.${digits.slice(-SCALE)}`;
};

/** `a + b` */
export const plus = (a: string, b: string): string => decimal(units(a) + units(b));

/** `a - b` */
export const minus = (a: string, b: string): string => decimal(units(a) - units(b));

/** Whole cents, half a cent away from zero: what is paid. */
export function toCents(amount: string): bigint {
  const value = units(amount);
  const cent = 10n ** BigInt(SCALE - 2);
  return (value + (value < 0n ? -cent : cent) / 2n) / cent;
}

/** Such as `1234` cents as `$12.34`. */
export const dollarsOf = (cents: bigint): string => exactDollars(decimal(cents * 10n ** BigInt(SCALE - 2)));
