/** A table. Columns with `sortBy` have a sort button in their header. */
import { type ReactNode, useId, useState } from 'react';
import styled from 'styled-components';
import { VisuallyHidden, visuallyHidden } from '../text/VisuallyHidden';
import { token } from '../tokens';
import { SortButton } from './SortButton';
import { type Sort, sorted } from './sorted';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  sortBy?: (row: Row) => string | number;
  /** Use `end` for numbers. */
  align?: 'start' | 'end';
}

export interface TableProps<Row> {
  caption: string;
  /** Hides the caption visually, when a heading above the table shows it. */
  captionHidden?: boolean;
  /** Hides the whole table visually, when a chart shows the data. */
  screenReaderOnly?: boolean;
  /** The first column is the row header. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  initialSort?: Sort;
}

export function Table<Row>({
  caption,
  captionHidden = false,
  screenReaderOnly = false,
  columns,
  rows,
  rowKey,
  initialSort,
}: TableProps<Row>) {
  const id = useId();
  const [sort, setSort] = useState(initialSort);
  const by = columns.find((column) => column.id === sort?.column)?.sortBy;
  return (
    <Frame
      // Scrollable areas must be reachable by keyboard.
      {...(screenReaderOnly
        ? { 'data-screen-reader-only': '' }
        : { role: 'region', tabIndex: 0, 'aria-labelledby': id })}
    >
      <Root>
        <caption id={id}>{captionHidden ? <VisuallyHidden>{caption}</VisuallyHidden> : caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                data-align={column.align}
                aria-sort={sort?.column === column.id ? sort.direction : undefined}
              >
                {column.sortBy ? (
                  <SortButton column={column.id} sort={sort} onSortChange={setSort}>
                    {column.header}
                  </SortButton>
                ) : (
                  column.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(by && sort ? sorted(rows, by, sort.direction) : rows).map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column, at) =>
                at === 0 ? (
                  <th key={column.id} scope="row" data-align={column.align}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.id} data-align={column.align}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </Root>
    </Frame>
  );
}

const Frame = styled.div`
  position: relative;
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.lg};
  background: ${token.color.surface};
  overflow: auto hidden;

  &[data-screen-reader-only] {
    ${visuallyHidden}
  }
`;

const Root = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: ${token.text.sm};
  text-align: start;

  & > caption {
    padding: ${token.space.md} ${token.space.lg};
    font-weight: 600;
    text-align: start;
  }
  & > caption:has(> span:only-child) {
    padding: 0;
  }

  & th,
  & td {
    padding: ${token.space.md} ${token.space.lg};
    text-align: start;
    white-space: nowrap;
  }
  & [data-align='end'] {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  & > thead th {
    padding-block: ${token.space.sm};
    background: ${token.color.surfaceSunken};
    color: ${token.color.textMuted};
    font-size: ${token.text.xs};
    font-weight: 500;
  }
  & > tbody th {
    font-weight: 500;
  }
  & > tbody > tr {
    border-block-start: 1px solid ${token.color.border};
  }
  & > tbody > tr:hover {
    background: ${token.color.surfaceSunken};
  }
`;
