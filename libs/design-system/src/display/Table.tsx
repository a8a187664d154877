/** A table. Columns with `sortBy` have a sort button in their header. */
import { type ReactNode, useId, useState } from 'react';
import styled from 'styled-components';
import { visuallyHidden } from '../text/VisuallyHidden';
import { token } from '../tokens';
import { SortButton } from './SortButton';
import { type Sort, sorted } from './sorted';

/** A column of a table. */
export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  sortBy?: (row: Row) => string | number;
  /** Use `end` for numbers. */
  align?: 'start' | 'end';
  /** Takes the width that the other columns leave, so that the others stay in place when its cells change. */
  grow?: boolean;
}

export interface TableProps<Row> {
  caption: string;
  /** The caption only names the table, because a heading above it shows the same text. */
  captionHidden?: boolean;
  /** Hides the table visually, because a chart shows the data. */
  screenReaderOnly?: boolean;
  /** The first column is the row header. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** @deprecated Sort `rows`: nothing uses it, and the next major version removes it. */
  initialSort?: Sort;
  /** On phones: `cards` shows each row as a list of its cells; `scroll` scrolls wide tables. */
  onPhones?: 'scroll' | 'cards';
}

export function Table<Row>({
  caption,
  captionHidden = false,
  screenReaderOnly = false,
  columns,
  rows,
  rowKey,
  initialSort,
  onPhones = 'scroll',
}: TableProps<Row>) {
  const id = useId();
  const [sort, setSort] = useState(initialSort);
  // An attribute, not text: copied text and screen readers would have the heading twice.
  const isHidden = captionHidden || screenReaderOnly;
  const name = isHidden ? { 'aria-label': caption } : { 'aria-labelledby': id };
  // On phones the rows of `cards` are blocks, which browsers do not expose as a table.
  const roleOf = (role: string) => (onPhones === 'cards' ? { role } : {});
  const by = columns.find((column) => column.id === sort?.column)?.sortBy;
  return (
    <Frame
      // Scrollable areas must be reachable by keyboard.
      {...(screenReaderOnly ? { 'data-screen-reader-only': '' } : { role: 'region', tabIndex: 0, ...name })}
    >
      <Root {...roleOf('table')} data-on-phones={onPhones} {...name}>
        {!isHidden && <caption id={id}>{caption}</caption>}
        <thead {...roleOf('rowgroup')}>
          <tr {...roleOf('row')}>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                {...roleOf('columnheader')}
                data-align={column.align}
                data-grow={column.grow}
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
        <tbody {...roleOf('rowgroup')}>
          {(by && sort ? sorted(rows, by, sort.direction) : rows).map((row) => (
            <tr key={rowKey(row)} {...roleOf('row')}>
              {columns.map((column, at) =>
                at === 0 ? (
                  <th key={column.id} scope="row" {...roleOf('rowheader')} data-align={column.align}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td
                    key={column.id}
                    {...roleOf('cell')}
                    data-align={column.align}
                    data-label={column.header}
                  >
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
  /* A shadow at an edge that can be scrolled further. The first two layers hide it at the ends. */
  background:
    linear-gradient(90deg, ${token.color.surface} 40%, transparent) 0 0 / 2.5rem 100% no-repeat local,
    linear-gradient(270deg, ${token.color.surface} 40%, transparent) 100% 0 / 2.5rem 100% no-repeat local,
    linear-gradient(90deg, ${token.color.borderStrong}, transparent) 0 0 / 0.875rem 100% no-repeat scroll,
    linear-gradient(270deg, ${token.color.borderStrong}, transparent) 100% 0 / 0.875rem 100% no-repeat scroll,
    ${token.color.surface};
  overflow: auto hidden;

  &[data-screen-reader-only] {
    ${visuallyHidden}
  }
`;

// A long name in a row's head breaks into lines, also within a word, instead of widening the table.
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
    background: color-mix(in srgb, ${token.color.surfaceSunken} 70%, transparent);
    color: ${token.color.textMuted};
    font-size: ${token.text.xs};
    font-weight: 500;
  }
  & > thead th[data-grow] {
    width: 100%;
  }
  & > tbody th {
    min-width: 9rem;
    font-weight: 500;
    white-space: normal;
    overflow-wrap: anywhere;
  }
  & > tbody > tr {
    border-block-start: 1px solid ${token.color.border};
  }
  & > tbody > tr:hover {
    background: color-mix(in srgb, ${token.color.surfaceSunken} 60%, transparent);
  }

  @media (max-width: 30rem) {
    &[data-on-phones='cards'] > thead {
      ${visuallyHidden}
    }
    &[data-on-phones='cards'] > tbody > tr {
      display: grid;
      gap: ${token.space.xs};
      padding: ${token.space.md} ${token.space.lg};
    }
    &[data-on-phones='cards'] > tbody > tr > * {
      display: flex;
      justify-content: space-between;
      gap: ${token.space.md};
      padding: 0;
      white-space: normal;
      overflow-wrap: anywhere;
    }
    &[data-on-phones='cards'] > tbody > tr > td::before {
      flex: none;
      content: attr(data-label) / '';
      color: ${token.color.textMuted};
    }
  }
`;
