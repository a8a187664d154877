import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Button } from './Button';

afterEach(cleanup);

test('acts on press, and submits only with type="submit"', async () => {
  const handleClick = vi.fn();
  render(<Button onClick={handleClick}>Deploy</Button>);
  await userEvent.click(screen.getByRole('button', { name: 'Deploy' }));
  expect(handleClick).toHaveBeenCalledOnce();
  expect(screen.getByRole('button').getAttribute('type')).toBe('button');
});

test('while busy, keeps focus and name, and neither acts nor submits', async () => {
  const handleClick = vi.fn();
  const handleSubmit = vi.fn();
  render(
    <form onSubmit={handleSubmit}>
      <Button type="submit" busy onClick={handleClick}>
        Sign In
      </Button>
    </form>,
  );
  const button = screen.getByRole('button', { name: 'Sign In' });
  button.focus();
  await userEvent.click(button);
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(handleClick).not.toHaveBeenCalled();
  expect(handleSubmit).not.toHaveBeenCalled();
});

test('once done, shows a check mark, and ignores presses without losing the focus', async () => {
  const handleClick = vi.fn();
  render(
    <Button variant="primary" done onClick={handleClick}>
      Installed
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Installed' });
  button.focus();
  await userEvent.click(button);
  expect(document.activeElement).toBe(button);
  expect(handleClick).not.toHaveBeenCalled();
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.querySelector('svg')).not.toBeNull();
});
