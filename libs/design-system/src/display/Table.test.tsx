import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { type Column, Table } from './Table';

afterEach(cleanup);

interface Invoice {
  id: string;
  month: string;
  amount: number;
}
const rows: Invoice[] = [
  { id: 'a', month: 'March', amount: 100 },
  { id: 'b', month: 'april', amount: 20 },
  { id: 'c', month: 'May', amount: 3 },
];
const columns: Column<Invoice>[] = [
  { id: 'month', header: 'Month', cell: (row) => row.month, sortBy: (row) => row.month },
  { id: 'amount', header: 'Amount', cell: (row) => row.amount, sortBy: (row) => row.amount, align: 'end' },
  { id: 'open', header: 'Open', cell: () => 'PDF' },
];

const months = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);

test('it is a table with a caption, and its first column names the rows', () => {
  render(<Table caption="Invoices" columns={columns} rows={rows} rowKey={(row) => row.id} />);
  const table = screen.getByRole('table', { name: 'Invoices' });
  expect(within(table).getAllByRole('columnheader')).toHaveLength(3);
  expect(months()).toEqual(['March', 'april', 'May']);
  expect(screen.queryByRole('button', { name: 'Open' })).toBeNull();
});

test('a press sorts, a second one turns it around, and the head says which', async () => {
  render(<Table caption="Invoices" columns={columns} rows={rows} rowKey={(row) => row.id} />);
  await userEvent.click(screen.getByRole('button', { name: 'Amount' }));
  expect(months()).toEqual(['May', 'april', 'March']);
  const head = screen.getByRole('columnheader', { name: 'Amount' });
  expect(head.getAttribute('aria-sort')).toBe('ascending');
  await userEvent.click(screen.getByRole('button', { name: 'Amount' }));
  expect(months()).toEqual(['March', 'april', 'May']);
  expect(head.getAttribute('aria-sort')).toBe('descending');
});

test('words sort as people sort them', () => {
  const initialSort = { column: 'month', direction: 'ascending' } as const;
  render(
    <Table
      caption="Invoices"
      captionHidden
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      initialSort={initialSort}
    />,
  );
  expect(months()).toEqual(['april', 'March', 'May']);
});
