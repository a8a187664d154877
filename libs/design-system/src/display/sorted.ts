/** Rows in the order of one column: numbers by size, words as people sort them. */

export interface Sort {
  column: string;
  direction: 'ascending' | 'descending';
}

const compare = (a: string | number, b: string | number) =>
  typeof a === 'number' && typeof b === 'number'
    ? a - b
    : String(a).localeCompare(String(b), undefined, { numeric: true, sensitivity: 'base' });

/** A new list; rows that are equal keep their order. */
export const sorted = <Row>(
  rows: readonly Row[],
  by: (row: Row) => string | number,
  direction: Sort['direction'],
): Row[] => {
  const sign = direction === 'ascending' ? 1 : -1;
  return [...rows].sort((a, b) => sign * compare(by(a), by(b)));
};
