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

test('keeps words with hyphens whole, and a backslash beside the last word of its line', () => {
  const code = 'curl https://a.example/my-agent \\\n  -H "Accept: text/html" \\\n  -d "a \\ b"';
  render(<CodeBlock label="Example request" code={code} />);
  const region = screen.getByRole('region', { name: 'Example request' });
  expect(region.textContent).toBe(code);
  expect([...region.querySelectorAll('span')].map((part) => part.textContent)).toEqual([
    ...['https://a.example/my-agent \\', '-H', 'text/html" \\', '-d'],
  ]);
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

test('has one stop for the keyboard: nothing has to be scrolled', async () => {
  render(<CodeBlock label="Example request" code="curl" />);
  expect(screen.getByRole('region', { name: 'Example request' }).textContent).toBe('curl');
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy code' }));
});
