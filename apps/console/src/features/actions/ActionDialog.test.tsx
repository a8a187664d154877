/**
 * The confirmation: nothing runs before it, only what was shown runs, a lost response is reported at once, and a read-only
 * console shows only the command. One file: its tests share one dialog.
 */
import type { Overview, Preview } from '@slipway/cli/console';
import { toast } from '@slipway/design-system';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import '../../testing/modalDialogs';
import { historyQuery } from '../../data/queries';
import { ActionDialog } from './ActionDialog';

afterEach(cleanup);

/** Parts of it are in elements. */
const shownCommand = async () =>
  (await screen.findByRole('region', { name: 'The same command' })).textContent;

const preview: Preview = {
  ...{ command: 'npx slipway rollback billing --env local --to 1', environment: 'local', before: 2 },
  changes: [{ kind: 'stable', app: 'billing', from: 'bbbbbbbbbbbbbbbb', to: 'aaaaaaaaaaaaaaaa' }],
  ...{ settings: [], others: [], rejections: [], canPlan: false },
};
const wanted = { rejections: ['local needs 1 approval of Ada'], canPlan: true };

/** The page behind the dialog. */
function Behind() {
  useQuery(historyQuery('local', 20));
  return null;
}

/** Answers as the server does, and returns the bodies of the requests to run something. */
function open({ isReadOnly = false, shown = preview }: { isReadOnly?: boolean; shown?: Preview } = {}) {
  const ran: unknown[] = [];
  const asked: string[] = [];
  const overview: Overview = { isReadOnly, environments: [] };
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    asked.push(path);
    if (path === '/api/run') ran.push(JSON.parse(init.body as string));
    const answers: Record<string, unknown> = { '/api/overview': overview, '/api/preview': shown };
    return Promise.resolve(
      Response.json(answers[path] ?? { text: 'local now runs revision 3', revision: 3 }),
    );
  });
  // Returns the requests until then.
  const onClose = vi.fn(() => [...asked]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Behind />
      <ActionDialog
        title="Roll back billing"
        action={{ kind: 'rollback', environment: 'local', to: 1, slices: ['billing'] }}
        onClose={onClose}
      />
    </QueryClientProvider>,
  );
  return { ran, onClose };
}

test('runs exactly what it shows, once there is a reason', async () => {
  const { ran, onClose } = open();
  expect(await screen.findByText('billing bbbbbbbb → aaaaaaaa')).toBeTruthy();
  const confirm = await screen.findByRole<HTMLButtonElement>('button', { name: 'Roll back' });
  expect(confirm.disabled).toBe(true);
  const reason = screen.getByRole<HTMLInputElement>('textbox', { name: 'Reason (required)' });
  expect(document.activeElement).toBe(reason);
  expect(reason.required).toBe(true);
  await userEvent.type(reason, "it's empty");
  expect(await shownCommand()).toBe(`${preview.command} --reason 'it'\\''s empty'`);
  expect(ran).toEqual([]);
  await userEvent.click(confirm);
  await vi.waitFor(() => {
    expect(onClose).toHaveBeenCalled();
  });
  const askedBefore: string[] = onClose.mock.results[0]?.value ?? [];
  expect(askedBefore.slice(askedBefore.indexOf('/api/run')), 'the page behind it is up to date').toEqual(
    expect.arrayContaining(['/api/overview', '/api/history?environment=local&limit=20']),
  );
  expect(ran).toMatchObject([
    {
      ...{ reason: "it's empty", isPlan: false },
      confirmed: { before: 2, changes: preview.changes, settings: [] },
    },
  ]);
});

test('Enter in the reason runs it, as its button does', async () => {
  const { ran, onClose } = open();
  const reason = screen.getByRole('textbox', { name: 'Reason (required)' });
  await screen.findByText('billing bbbbbbbb → aaaaaaaa');
  await userEvent.type(reason, '{Enter}');
  expect(ran, 'without a reason').toEqual([]);
  await userEvent.type(reason, 'empty page{Enter}');
  await vi.waitFor(() => {
    expect(onClose).toHaveBeenCalled();
  });
  expect(ran).toMatchObject([{ reason: 'empty page' }]);
});

test('Enter runs nothing when it is read-only', async () => {
  const { ran } = open({ isReadOnly: true });
  await shownCommand();
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason (required)' }), 'x{Enter}');
  expect(ran).toEqual([]);
});

test('writes a plan where the policy wants approvals', async () => {
  const success = vi.spyOn(toast, 'success');
  const { ran } = open({ shown: { ...preview, ...wanted } });
  expect(await screen.findByText('local needs 1 approval of Ada')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason (required)' }), 'x');
  expect(await shownCommand(), 'the same as the button').toBe(`${preview.command} --plan --reason 'x'`);
  await userEvent.click(await screen.findByRole('button', { name: 'Write a plan' }));
  await vi.waitFor(() => {
    expect(ran).toMatchObject([{ isPlan: true }]);
    expect(success).toHaveBeenCalledWith(expect.stringMatching(/^A plan for local waits for approval. Once/));
  });
});

test('shows only the command when it is read-only, as a plan where approvals are wanted', async () => {
  open({ isReadOnly: true, shown: { ...preview, ...wanted } });
  expect(await shownCommand()).toBe(`${preview.command} --plan --reason "…"`);
  expect(screen.queryByRole('button', { name: /Roll back|Write a plan/ })).toBeNull();
  // There is nothing to cancel.
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Close' })).toHaveLength(2);
});

test('writes no plan where no approval would help', async () => {
  const { ran } = open({ shown: { ...preview, rejections: ['local is frozen: wait'] } });
  expect(await screen.findByText('local is frozen: wait')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason (required)' }), 'x{Enter}');
  expect(await shownCommand()).toBe(`${preview.command} --reason 'x'`);
  expect(screen.queryByRole('button', { name: 'Write a plan' })).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Roll back' }).disabled).toBe(true);
  expect(ran).toEqual([]);
});

test('offers nothing when nothing would change', async () => {
  open({ shown: { ...preview, changes: [] } });
  expect(await screen.findByText('Nothing: it runs this already.')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason (required)' }), 'x');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Roll back' }).disabled).toBe(true);
});

test('an action that has become impossible is rejected once, and cannot be pressed again', async () => {
  let isPossible = true;
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    if (path === '/api/run') isPossible = false;
    if (path === '/api/overview')
      return Promise.resolve(Response.json({ isReadOnly: false, environments: [] }));
    return Promise.resolve(
      isPossible
        ? Response.json(preview)
        : Response.json({ code: 'conflict', message: 'billing has no canary' }, { status: 409 }),
    );
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ActionDialog
        title="Abort"
        action={{ kind: 'abort', environment: 'local', slice: 'billing' }}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
  await userEvent.type(await screen.findByRole('textbox', { name: 'Reason (required)' }), 'x');
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Abort the canary' });
  await vi.waitFor(() => {
    expect(button.disabled).toBe(false);
  });
  await userEvent.click(button);
  expect(await screen.findByText('This is not possible:')).toBeTruthy();
  expect(button.disabled).toBe(true);
  expect(asked.slice(asked.indexOf('/api/run')), 'the page behind it is read again').toContain(
    '/api/overview',
  );
});

test('without a response, the button is busy no longer than the check of the preview, and “Try again” checks again', async () => {
  let isLost = false;
  let done: () => void = () => undefined;
  const stays = new Promise<never>((_resolve, reject) => {
    done = () => {
      reject(new TypeError('Failed to fetch'));
    };
  });
  vi.stubGlobal('fetch', (path: string) => {
    if (path === '/api/run') isLost = true;
    if (isLost && path.startsWith('/api/history')) return stays;
    if (isLost) return Promise.reject(new TypeError('Failed to fetch'));
    return Promise.resolve(
      Response.json(path === '/api/preview' ? preview : { isReadOnly: false, environments: [] }),
    );
  });
  const failure = vi.spyOn(toast, 'error');
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Behind />
      <ActionDialog
        title="Roll back billing"
        action={{ kind: 'rollback', environment: 'local', to: 1, slices: ['billing'] }}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
  const reason = await screen.findByRole('textbox', { name: 'Reason (required)' });
  await screen.findByText('billing bbbbbbbb → aaaaaaaa');
  await userEvent.type(reason, 'empty page{Enter}');
  expect(
    await screen.findByText(/so it is not known whether this has run: the history shows it/),
  ).toBeTruthy();
  expect(screen.queryByText(/This is not possible/)).toBeNull();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Roll back' });
  await vi.waitFor(() => {
    expect(button.disabled).toBe(true);
  });
  expect(button.getAttribute('aria-busy'), 'the page behind it is still being read').not.toBe('true');
  expect(failure, 'the notice stays, and a toast would say the same').not.toHaveBeenCalled();

  isLost = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('billing bbbbbbbb → aaaaaaaa')).toBeTruthy();
  expect(screen.queryByText(/does not respond/)).toBeNull();
  expect(screen.getByText(/this may have run already/)).toBeTruthy();
  expect(document.activeElement).toBe(reason);
  expect(button.disabled).toBe(false);
  done();
});

test('the preview that the server rejected is gone while the next one is read', async () => {
  const answers = [
    Response.json(preview),
    Response.json({ code: 'conflict', message: 'local has changed' }, { status: 409 }),
  ];
  vi.stubGlobal('fetch', (path: string) => {
    if (path === '/api/overview')
      return Promise.resolve(Response.json({ isReadOnly: false, environments: [] }));
    const answer = answers.shift();
    return answer ? Promise.resolve(answer) : new Promise(() => undefined);
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ActionDialog
        title="Roll back billing"
        action={{ kind: 'rollback', environment: 'local', to: 1, slices: ['billing'] }}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
  const reason = await screen.findByRole('textbox', { name: 'Reason (required)' });
  await screen.findByText('billing bbbbbbbb → aaaaaaaa');
  await userEvent.type(reason, 'empty page{Enter}');
  expect(await screen.findByRole('status', { name: 'Checking what will change' })).toBeTruthy();
  expect(screen.queryByText('billing bbbbbbbb → aaaaaaaa')).toBeNull();
});
