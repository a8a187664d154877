/** The version that a deployment runs: the choice shows at once, with what has changed in it. */
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useSearchParams } from '@slipway/platform';
import { type Replies, renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import type { Deployment } from '../../data/deployments';
import { TermsSection } from './TermsSection';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const versions = [2, 1].map((version) => ({
  ...{ version, changelog: `- faster ${String(version)}\n- cheaper`, created_at: '2026-11-21T12:00:00Z' },
}));

/** As in the app: closed, the details have no section. */
function Details({ deployment }: { deployment: Deployment }) {
  return useSearchParams()[0].has('deployment') && <TermsSection deployment={deployment} />;
}

async function open(reply: Replies[string], terms: object[] = []) {
  startBackend({
    'POST list_agent_versions': { json: versions },
    'POST list_deployment_terms': { json: terms },
    'POST pin_deployment': reply,
  });
  await signInAs();
  const deployment = { id: 'd1', agent_id: 'a1', pinned_version: null } as Deployment;
  const page = renderPage(<Details deployment={deployment} />, '/deployments?deployment=d1');
  return { ...page, select: await screen.findByRole<HTMLSelectElement>('combobox') };
}

test('the chosen version and its changes, line by line, show while it is saved', async () => {
  const { select } = await open('never');
  await userEvent.selectOptions(select, '1');
  await waitFor(() => {
    expect(select.value).toBe('1');
  });
  const text = screen.getByText(/^Version 1: - faster 1/);
  expect(text.dataset.preserveLines).toBe('true');
});

test('a version that could not be chosen is not shown as chosen', async () => {
  const { select, toasts } = await open({ status: 500, json: { message: 'down' } });
  await userEvent.selectOptions(select, '1');
  await waitFor(() => {
    expect(toasts('error')).toHaveLength(1);
  });
  await waitFor(() => {
    expect(select.value).toBe('newest');
  });
});

test('the error is shown, too, after the details were closed', async () => {
  let respond = (): void => undefined;
  const { select, toasts, router } = await open(
    () =>
      new Promise((resolve) => {
        respond = () => {
          resolve({ status: 500, json: { message: 'down' } });
        };
      }),
  );
  await userEvent.selectOptions(select, '1');
  await waitFor(() => {
    expect(select.value).toBe('1');
  });
  await act(() => router.navigate('/deployments'));
  respond();
  await waitFor(() => {
    expect(toasts('error')).toHaveLength(1);
  });
});

test('says how each price was agreed', async () => {
  const sources = ['quote', 'insert', 'accepted', 'decrease', 'migration'];
  const price = { price_per_message: 0.02, price_per_month: 0 };
  await open(
    'never',
    sources.map((source, day) => ({ ...price, source, starts_at: `2026-11-0${String(day + 1)}T12:00:00Z` })),
  );
  const rows = (await screen.findAllByRole('row')).slice(1);
  expect(rows.map((row) => row.lastElementChild?.textContent)).toEqual([
    ...['When you deployed', 'When you deployed, before a price was shown', 'You accepted it'],
    ...['The price fell', 'Before terms were recorded'],
  ]);
});
