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

test('has a caption, and row headers in its first column', () => {
  render(<Table caption="Invoices" columns={columns} rows={rows} rowKey={(row) => row.id} />);
  const table = screen.getByRole('table', { name: 'Invoices' });
  expect(within(table).getAllByRole('columnheader')).toHaveLength(3);
  expect(months()).toEqual(['March', 'april', 'May']);
  expect(screen.queryByRole('button', { name: 'Open' })).toBeNull();
});

test('a press sorts, a second press reverses, and aria-sort follows', async () => {
  render(<Table caption="Invoices" columns={columns} rows={rows} rowKey={(row) => row.id} />);
  await userEvent.click(screen.getByRole('button', { name: 'Amount' }));
  expect(months()).toEqual(['May', 'april', 'March']);
  const head = screen.getByRole('columnheader', { name: 'Amount' });
  expect(head.getAttribute('aria-sort')).toBe('ascending');
  await userEvent.click(screen.getByRole('button', { name: 'Amount' }));
  expect(months()).toEqual(['March', 'april', 'May']);
  expect(head.getAttribute('aria-sort')).toBe('descending');
});

test('sorts text by locale and numbers in it by value', () => {
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
