import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Chart } from './Chart';

afterEach(cleanup);

const show = (kind: 'line' | 'area' | 'bar' = 'line') =>
  render(
    <Chart
      label="Messages a day"
      kind={kind}
      periodLabel="Day"
      periods={['1 Nov', '2 Nov', '3 Nov']}
      series={[
        { id: 'messages', label: 'Messages', values: [10, 1200, null] },
        { id: 'calls', label: 'Calls', values: [1, 2, 3] },
      ]}
      format={(value) => `${String(value)} ×`}
    />,
  );

test('has the same values in a table for screen readers', () => {
  show();
  const figure = screen.getByRole('figure', { name: /Messages a day/ });
  const table = within(figure).getByRole('table', { name: 'Messages a day' });
  const cells = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(cells).toEqual([
    ['Day', 'Messages', 'Calls'],
    ['1 Nov', '10 ×', '1 ×'],
    ['2 Nov', '1200 ×', '2 ×'],
    ['3 Nov', '–', '3 ×'],
  ]);
});

test('a press shows only the table', async () => {
  const { container } = show();
  const press = screen.getByRole('button', { name: 'Show as table' });
  expect(container.querySelector('[data-screen-reader-only]')).not.toBeNull();
  await userEvent.click(press);
  expect(press.getAttribute('aria-pressed')).toBe('true');
  expect(screen.queryByRole('slider')).toBeNull();
  expect(screen.getAllByRole('table')).toHaveLength(1);
  expect(container.querySelector('[data-screen-reader-only]')).toBeNull();
});

test('a press of the button formats each value once: the render that shows the press leaves the values out (23)', async () => {
  const format = vi.fn(String);
  render(
    <Chart
      label="Messages a day"
      periodLabel="Day"
      periods={['1 Nov', '2 Nov']}
      series={[{ id: 'messages', label: 'Messages', values: [10, 1200] }]}
      format={format}
    />,
  );
  format.mockClear();
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  expect(format.mock.calls.map(([value]) => value)).toEqual([10, 1200]);
});

test('a chart of zeros and unknown values shows a text instead of empty axes (20)', () => {
  const emptyText = 'No revenue in this period';
  const at = (values: (number | null)[]) => (
    <Chart
      {...{ label: 'Revenue', periodLabel: 'Day', periods: ['1 Nov', '2 Nov'], emptyText }}
      series={[{ id: 'revenue', label: 'Revenue', values }]}
    />
  );
  const { rerender } = render(at([0, null]));
  expect(screen.getByRole('figure', { name: 'Revenue' }).textContent).toContain(emptyText);
  expect(screen.queryByRole('slider')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
  rerender(at([0, 0.5]));
  expect(screen.queryByText(emptyText)).toBeNull();
  expect(screen.getByRole('slider')).toBeTruthy();
});

test('arrow keys select a period, with the values of all series', () => {
  show();
  const keys = screen.getByRole<HTMLInputElement>('slider', { name: 'Messages a day: Day' });
  expect([keys.min, keys.max, keys.value]).toEqual(['0', '2', '2']);
  expect(keys.getAttribute('aria-valuetext')).toBe('3 Nov, Messages –, Calls 3 ×');
  fireEvent.change(keys, { target: { value: '1' } });
  expect(keys.getAttribute('aria-valuetext')).toBe('2 Nov, Messages 1200 ×, Calls 2 ×');
});

test('Escape hides the values, and propagates when none are shown', () => {
  show('bar');
  const keys = screen.getByRole('slider');
  const faint = () => document.querySelectorAll('[data-faint]').length;
  fireEvent.change(keys, { target: { value: '0' } });
  expect(faint()).toBe(3);
  // False: a handler prevented the default action.
  expect(fireEvent.keyDown(keys, { key: 'Escape' })).toBe(false);
  expect(faint()).toBe(0);
  expect(fireEvent.keyDown(keys, { key: 'Escape' })).toBe(true);
});

test.each(['line', 'area', 'bar'] as const)('a %s chart draws every series', (kind) => {
  const { container } = show(kind);
  const marks = [...container.querySelectorAll('g[data-series]')];
  expect(marks.map((mark) => mark.querySelectorAll(kind === 'bar' ? 'rect' : '[data-line]').length)).toEqual(
    kind === 'bar' ? [2, 3] : [1, 1],
  );
});

test('selects the newest period when the periods become fewer', () => {
  const chart = (count: number) => (
    <Chart
      label="Cost"
      periodLabel="Day"
      periods={['1', '2', '3'].slice(0, count)}
      series={[{ id: 'cost', label: 'Cost', values: [1, 2, 3].slice(0, count) }]}
    />
  );
  const { rerender } = render(chart(3));
  rerender(chart(1));
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('1, Cost 1');
});

test('events are in the table, in the legend, and with the values of their period', () => {
  render(
    <Chart
      label="Failed views"
      kind="line"
      periodLabel="Hour"
      periods={['10:00', '11:00']}
      series={[{ id: 'failed', label: 'Failed', values: [0, 4] }]}
      events={{ label: 'Deploys', points: [{ at: 1, label: 'Revision 12 of Ada' }] }}
    />,
  );
  expect(within(screen.getByRole('list')).getByText('Deploys')).toBeTruthy();
  expect(screen.getByRole('row', { name: '11:00 4 Revision 12 of Ada' })).toBeTruthy();
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe(
    '11:00, Failed 4, Revision 12 of Ada',
  );
});
