/** The most frequent failures show their source line without a press. */
import type { FailureInfo, SourceLines } from '@slipway/cli/console';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import '../../testing/modalDialogs';
import { Failures } from './Failures';

afterEach(cleanup);

const failure = (line: number): FailureInfo => ({
  ...{ slice: 'billing', version: 'bbbbbbbbbbbbbbbb', route: '/billing', phase: 'render', part: 'page' },
  ...{ code: 'TypeError', frame: `page.js:${String(line)}:1`, count: 9, firstAt: '', lastAt: '' },
});

/** The frames that were asked for. `answer` is that of the server. */
function open(count: number, answer: () => Response): (string | null)[] {
  const asked: (string | null)[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(new URL(path, window.location.origin).searchParams.get('frame'));
    return Promise.resolve(answer());
  });
  const failures = Array.from({ length: count }, (_, index) => failure(index + 1));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Failures environment="local" failures={failures} />
    </QueryClientProvider>,
  );
  return asked;
}

test('shows file, line and code of the first three, and the built place of the others', async () => {
  const lines = [{ number: 24, text: "  throw new TypeError('No plan');" }];
  const source: SourceLines = { file: 'src/routes/BillingPage.tsx', line: 24, column: 3, lines };
  const asked = open(4, () => Response.json(source));
  await vi.waitFor(() => {
    expect(screen.getAllByText("throw new TypeError('No plan');")).toHaveLength(3);
  });
  const name = 'Show the source at src/routes/BillingPage.tsx:24';
  expect(screen.getAllByRole('button', { name })).toHaveLength(3);
  expect(screen.getByRole('button', { name: 'Show the source at page.js:4:1' })).toBeTruthy();
  expect(asked).toEqual(['page.js:1:1', 'page.js:2:1', 'page.js:3:1']);
});

test('shows the built place where the source cannot be read', async () => {
  const asked = open(1, () => Response.json({ error: { code: 'not_found', message: '' } }, { status: 404 }));
  await vi.waitFor(() => {
    expect(asked).toHaveLength(1);
  });
  expect(await screen.findByRole('button', { name: 'Show the source at page.js:1:1' })).toBeTruthy();
});

test('the lines around a source open on their title: while they load, the first control is “Close”', async () => {
  open(1, () => Response.json({ error: { code: 'not_found', message: '' } }, { status: 404 }));
  fireEvent.click(await screen.findByRole('button', { name: 'Show the source at page.js:1:1' }));
  const title = await screen.findByRole('heading', { name: 'Source of TypeError' });
  expect(document.activeElement).toBe(title);
});
