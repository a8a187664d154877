/** The agent of a link, which a list that was read before its publication does not have. */
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { renderPage, signInAs, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import DeploymentsPage from '../../routes/DeploymentsPage';
import { NewDeployment } from './NewDeployment';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const id = 'a0000000-0000-4000-8000-0000000000aa';
const gone = /^The agent of this link isn’t offered any longer/;

test.each([
  ['is preselected once the list is read again', [{ id, name: 'New one' }], id],
  ['that is in no list is reported, and the list is read again once', [], ''],
])('%s', async (_, later, selected) => {
  vi.stubGlobal('scrollTo', () => undefined);
  const before = [{ id: 'a1', name: 'Helper' }];
  let reads = 0;
  startBackend({
    'GET deployments': { json: [] },
    'GET agents': ({ url }) => {
      if (url.searchParams.has('external_only')) return { json: [] };
      reads += 1;
      return { json: reads === 1 ? before : [...before, ...later] };
    },
  });
  await signInAs();
  renderPage(<DeploymentsPage />, `/deployments?agent=${id}&new=deployment`);
  const agent = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Agent' });
  await waitFor(() => {
    expect(reads).toBe(2);
  });
  if (selected === '') await screen.findByText(gone);
  await waitFor(() => {
    expect(agent.value).toBe(selected);
  });
  if (selected !== '') expect(screen.queryByText(gone)).toBeNull();
  expect(reads).toBe(2);
});

test('is not reported before the list is read again', async () => {
  let end: () => void = () => undefined;
  const handleRetry = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
  const nothing = () => undefined;
  renderPage(
    <NewDeployment
      agents={[{ id: 'a1', name: 'Helper' }]}
      hasFailed={false}
      isFetching={false}
      onRetry={handleRetry}
      external={new Set()}
      suggestedAgent={id}
      onCreated={() => Promise.resolve()}
      onClose={nothing}
    />,
    '/deployments',
  );
  expect(handleRetry).toHaveBeenCalledOnce();
  expect(screen.queryByText(gone)).toBeNull();
  act(() => {
    end();
  });
  await screen.findByText(gone);
});
