import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { ThemeSwitch } from './ThemeSwitch';

afterEach(cleanup);

test('cycles through the themes and names the current one', async () => {
  render(<ThemeSwitch />);
  const shown = () => document.documentElement.dataset.theme;
  for (const [name, next] of [
    ['Theme: System', 'light'],
    ['Theme: Light', 'dark'],
    ['Theme: Dark', undefined],
  ] as const) {
    await userEvent.click(screen.getByRole('button', { name }));
    expect(shown()).toBe(next);
  }
  expect(screen.getByRole('button', { name: 'Theme: System' })).toBeTruthy();
});
