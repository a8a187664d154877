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
])('shows %d of %d as %s percent, at most 100', { tags: ['DS-09'] }, (value, max, percent) => {
  render(<ProgressBar label="Messages" value={value} max={max} />);
  const bar = screen.getByRole('progressbar', { name: 'Messages' });
  expect(bar.getAttribute('aria-valuenow')).toBe(percent);
  expect(bar.style.getPropertyValue('--done')).toBe(`${percent}%`);
});

test('shows the actual value as text when it exceeds the maximum', () => {
  render(<ProgressBar label="Messages" value={12} max={10} valueText="12 of 10" tone="danger" />);
  const bar = screen.getByRole('progressbar');
  expect(document.getElementById(bar.getAttribute('aria-describedby') ?? '')?.textContent).toBe('12 of 10');
});

test(
  'a stat card has a label and a value, and reserves their space while loading',
  { tags: ['DS-09'] },
  () => {
    const { rerender } = render(<StatCard label="Total Agents" value="0" hint="All time" />);
    expect(screen.getByRole('term').textContent).toBe('Total Agents');
    expect(screen.getAllByRole('definition').map((line) => line.textContent)).toEqual(['0', 'All time']);
    rerender(<StatCard label="Total Agents" value="0" hint="All time" busy />);
    expect(screen.getAllByRole('definition').map((line) => line.textContent)).toEqual(['', 'All time']);
  },
);
