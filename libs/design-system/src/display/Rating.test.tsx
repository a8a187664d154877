import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Rating } from './Rating';

afterEach(cleanup);

test.each([
  [4.5, 12, '4.5 (12)'],
  [0, 0, '0.0 (0)'],
  [4.25, 4, '4.3 (4)'],
  [4.35, 20, '4.4 (20)'],
])('shows an average of %d from %d ratings as %s', { tags: ['MKT-20'] }, (average, count, text) => {
  render(<Rating average={average} count={count} label="Rated by users" />);
  expect(screen.getByRole('img', { name: 'Rated by users' }).textContent).toBe(text);
});

test.each([
  [0, 'No reviews yet'],
  [2, '4.5 (2)'],
])('with a text for no ratings, %d ratings show %j (20)', (count, text) => {
  render(<Rating average={4.5} count={count} label="Rated by users" empty="No reviews yet" />);
  const rating = screen.getByRole('img', { name: 'Rated by users' });
  expect(rating.textContent).toBe(text);
});
