import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ProgressBar } from './ProgressBar';
import { StatCard } from './StatCard';

afterEach(cleanup);

test.each([
  [25, 100, '25'],
  [1, 3, '33'],
  [250, 100, '100'],
  [-5, 100, '0'],
  [5, 0, '0'],
  [Number.NaN, 100, '0'],
])('%d of %d is %s per cent, and never more than 100', { tags: ['DS-09'] }, (value, max, percent) => {
  render(<ProgressBar label="Messages" value={value} max={max} />);
  const bar = screen.getByRole('progressbar', { name: 'Messages' });
  expect(bar.getAttribute('aria-valuenow')).toBe(percent);
  expect(bar.style.getPropertyValue('--done')).toBe(`${percent}%`);
});

test('the words tell what the bar cannot', () => {
  render(<ProgressBar label="Messages" value={12} max={10} valueText="12 of 10" tone="danger" />);
  const bar = screen.getByRole('progressbar');
  expect(document.getElementById(bar.getAttribute('aria-describedby') ?? '')?.textContent).toBe('12 of 10');
});

test(
  'a stat card is a name and its number, and keeps their place while they come',
  { tags: ['DS-09'] },
  () => {
    const { rerender } = render(<StatCard label="Total Agents" value="0" hint="All time" />);
    expect(screen.getByRole('term').textContent).toBe('Total Agents');
    expect(screen.getAllByRole('definition').map((line) => line.textContent)).toEqual(['0', 'All time']);
    rerender(<StatCard label="Total Agents" value="0" hint="All time" busy />);
    expect(screen.getAllByRole('definition').map((line) => line.textContent)).toEqual(['', '']);
  },
);
