/** Sorts rows by one column: numbers by value, text by locale. */

export interface Sort {
  column: string;
  direction: 'ascending' | 'descending';
}

const compare = (a: string | number, b: string | number) =>
  typeof a === 'number' && typeof b === 'number'
    ? a - b
    : String(a).localeCompare(String(b), undefined, { numeric: true, sensitivity: 'base' });

/** Returns the rows in order, as a new list. The sort is stable. */
export const sorted = <Row>(
  rows: readonly Row[],
  by: (row: Row) => string | number,
  direction: Sort['direction'],
): Row[] => {
  const sign = direction === 'ascending' ? 1 : -1;
  return [...rows].sort((a, b) => sign * compare(by(a), by(b)));
};
