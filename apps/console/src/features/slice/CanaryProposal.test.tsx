/** One press signs exactly the proposed step; a read-only console shows its command; an undecided canary shows what is missing. */
import type { Overview, Preview, Proposal } from '@slipway/cli/console';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { CanaryProposal } from './CanaryProposal';

afterEach(cleanup);

const version = 'bbbbbbbbbbbbbbbb';
const abort: Proposal = {
  ...{ slice: 'billing', version, percent: 5, reason: 'the canary is worse: failed visits 50%' },
  action: { kind: 'abort', environment: 'production', slice: 'billing' },
  reasons: ['failed visits 50%'],
};
/** Parts of it are in elements. */
async function shownCommand() {
  await userEvent.click(await screen.findByRole('button', { name: 'Changes and command' }));
  return (await screen.findByRole('region', { name: 'The same command' })).textContent;
}

const preview: Preview = {
  ...{ command: 'npx slipway canary billing --env production --abort', environment: 'production', before: 7 },
  changes: [{ kind: 'canary', app: 'billing', from: { version, percent: 5 }, to: null }],
  ...{ settings: [], others: [], rejections: [], canPlan: false },
};

function open(proposal: Proposal | Response | undefined, isReadOnly = false, shown = preview) {
  const ran: unknown[] = [];
  const overview: Overview = { isReadOnly, environments: [] };
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (path === '/api/run') ran.push(JSON.parse(init.body as string));
    const answers: Record<string, unknown> = { '/api/overview': overview, '/api/preview': shown };
    if (!path.startsWith('/api/proposals'))
      return Promise.resolve(Response.json(answers[path] ?? { text: 'done' }));
    return Promise.resolve(
      proposal instanceof Response ? proposal : Response.json(proposal ? [proposal] : []),
    );
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <CanaryProposal environment="production" slice="billing" version={version} />
    </QueryClientProvider>,
  );
  return ran;
}

test('one press signs the step that it shows, with the reason', async () => {
  const ran = open(abort);
  expect(await screen.findByRole('heading', { name: 'Proposed: abort the canary' })).toBeTruthy();
  expect(screen.getByText('failed visits 50%')).toBeTruthy();
  expect(await shownCommand()).toBe(`${preview.command} --reason 'the canary is worse: failed visits 50%'`);
  await userEvent.click(screen.getByRole('button', { name: 'Sign and run it' }));
  await vi.waitFor(() => {
    expect(ran).toEqual([
      {
        ...{ id: expect.any(String) as string, action: abort.action, reason: abort.reason, isPlan: false },
        confirmed: { before: 7, changes: preview.changes, settings: [] },
      },
    ]);
  });
});

test('a double click signs it once', async () => {
  const ran = open(abort);
  await shownCommand();
  const button = screen.getByRole('button', { name: 'Sign and run it' });
  act(() => {
    button.click();
    button.click();
  });
  await vi.waitFor(() => {
    expect(ran.length).toBeGreaterThan(0);
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(ran).toHaveLength(1);
});

test('read-only, it shows the command and no button that runs it', async () => {
  open(abort, true);
  expect(await shownCommand()).toContain("--abort --reason 'the canary is worse");
  expect(screen.queryByRole('button', { name: 'Sign and run it' })).toBeNull();
});

test('where the policy does not allow it, one line says that, and the details why', async () => {
  open(abort, false, { ...preview, rejections: ['production is frozen: wait'] });
  expect(await screen.findByText(/^The policy does not allow this now: /)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign and run it' }).disabled).toBe(true);
  expect(screen.queryByText('production is frozen: wait')).toBeNull();
  await shownCommand();
  expect(screen.getByText('production is frozen: wait')).toBeTruthy();
});

test('where the policy wants approvals, one press writes a plan of the step', async () => {
  const ran = open(abort, false, { ...preview, rejections: ['production needs 1 approval'], canPlan: true });
  await userEvent.click(await screen.findByRole('button', { name: 'Write a plan' }));
  await vi.waitFor(() => {
    expect(ran).toMatchObject([{ action: abort.action, isPlan: true }]);
  });
});

test('a step that was proposed for an earlier canary of the slice is not offered', async () => {
  open({ ...abort, version: 'cccccccccccccccc' });
  expect(await screen.findByText(/^No step can be proposed/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('undecided, it says what is missing', async () => {
  open({ ...abort, action: null, reasons: ['12 of 200 canary visits in this step'] });
  expect(await screen.findByText('12 of 200 canary visits in this step')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('has its place while it loads', () => {
  open(abort);
  expect(screen.getByRole('status', { name: 'Comparing the reports of both groups' })).toBeTruthy();
});

test('says that nothing compares without a collector', async () => {
  open(undefined);
  expect(await screen.findByText(/^No step can be proposed: no collector/)).toBeTruthy();
});

test('says why it could not be loaded', async () => {
  open(Response.json({ error: { code: 'unexpected', message: 'the collector is down' } }, { status: 500 }));
  expect(await screen.findByText('the collector is down')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
