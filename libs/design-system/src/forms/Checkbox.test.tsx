import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { Checkbox } from './Checkbox';

afterEach(cleanup);

test('toggles by its label and by the space bar', async () => {
  render(<Checkbox label="Public" hint="Anyone can find it" />);
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Public' });
  await userEvent.click(screen.getByText('Public'));
  expect(box.checked).toBe(true);
  await userEvent.keyboard(' ');
  expect(box.checked).toBe(false);
});

test('is described by its hint', () => {
  render(<Checkbox label="Public" hint="Anyone can find it" />);
  const box = screen.getByRole('checkbox', { name: 'Public' });
  const hint = document.getElementById(box.getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).toBe('Anyone can find it');
});

test('is marked invalid when it has an error', () => {
  render(<Checkbox label="I have read the terms" error="Required" />);
  expect(screen.getByRole('checkbox').getAttribute('aria-invalid')).toBe('true');
});

test('does not toggle while disabled', async () => {
  render(<Checkbox label="Public" disabled />);
  await userEvent.click(screen.getByText('Public'));
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
});
