import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { CodeBlock } from './CodeBlock';

afterEach(cleanup);

test('copies the code unchanged and calls onCopied', async () => {
  const user = userEvent.setup();
  const handleCopied = vi.fn();
  render(<CodeBlock label="Example request" code={'curl \\\n  -X POST'} onCopied={handleCopied} />);
  await user.click(screen.getByRole('button', { name: 'Copy code' }));
  expect(await navigator.clipboard.readText()).toBe('curl \\\n  -X POST');
  expect(handleCopied).toHaveBeenCalledOnce();
});

test('calls onCopyFailed when the browser blocks the clipboard', async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('NotAllowed'));
  const handleCopied = vi.fn();
  const handleFailed = vi.fn();
  render(<CodeBlock label="Key" code="ak_1" onCopied={handleCopied} onCopyFailed={handleFailed} />);
  await user.click(screen.getByRole('button', { name: 'Copy code' }));
  expect(handleFailed).toHaveBeenCalledOnce();
  expect(handleCopied).not.toHaveBeenCalled();
});

test('wraps long lines only when asked to', () => {
  render(<CodeBlock label="Example request" code="curl" />);
  render(<CodeBlock wrap label="Command" code="npx slipway" />);
  const shown = (name: string) => getComputedStyle(screen.getByRole('region', { name })).whiteSpace;
  expect([shown('Example request'), shown('Command')]).toEqual(['pre', 'pre-wrap']);
});

test('can be scrolled by keyboard', async () => {
  render(<CodeBlock label="Example request" code="curl" />);
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Example request' }));
});
