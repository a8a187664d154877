/** An approval fits its request and its calls. */
import { expect, test } from 'vitest';
import { type ApprovalStore, createApprovals, hashOf, type WaitingCall } from './approvals';

/** Keeps one state, as the database does. */
function storeOfOne(): ApprovalStore {
  let kept: Parameters<ApprovalStore['keepToolCalls']>[0] | undefined;
  return {
    keepToolCalls(next) {
      kept = next;
      return Promise.resolve('2026-01-01T00:15:00Z');
    },
    takeToolCalls({ token_hash, subject, binding }) {
      if (kept?.token_hash !== token_hash || kept.subject !== subject)
        return Promise.resolve({ outcome: 'unknown' });
      return Promise.resolve(
        kept.binding === binding ? { outcome: 'taken', state: kept.state } : { outcome: 'other' },
      );
    },
  };
}

const waiting: WaitingCall[] = ['one', 'two'].map((id) => ({
  ...{ id, name: 'add_note', server: 'https://notes.example/mcp' },
  ...{ arguments: `{"text":"${id}"}`, arguments_hash: hashOf(`{"text":"${id}"}`) },
}));
const state = { messages: [], text: 'Wait', calls: [], targets: {} };
const decided = waiting.map(({ id, arguments_hash }) => ({ id, arguments_hash, approved: true }));

test('the caller names the calls in any order, and gets what was kept', async () => {
  const approvals = createApprovals(storeOfOne(), 'key 1', { messages: ['Hello'] });
  const { token } = await approvals.keep(state, waiting);
  expect(await approvals.take({ token, calls: decided.toReversed() })).toEqual(state);
});

test.each([
  ['a part of the calls', decided.slice(1)],
  ['other arguments', decided.map((call) => ({ ...call, arguments_hash: hashOf('{}') }))],
])('%s are another approval', async (_title, calls) => {
  const approvals = createApprovals(storeOfOne(), 'key 1', { messages: ['Hello'] });
  const { token } = await approvals.keep(state, waiting);
  await expect(approvals.take({ token, calls })).rejects.toMatchObject({ status: 400, at: 'tool_approval' });
});

test('an approval is not that of another request, or of another caller', async () => {
  const store = storeOfOne();
  const { token } = await createApprovals(store, 'key 1', { messages: ['Hello'] }).keep(state, waiting);
  const approval = { token, calls: decided };
  await expect(createApprovals(store, 'key 1', { messages: ['Bye'] }).take(approval)).rejects.toMatchObject({
    at: 'tool_approval',
  });
  await expect(createApprovals(store, 'key 2', { messages: ['Hello'] }).take(approval)).rejects.toMatchObject(
    {
      at: 'tool_approval.token',
    },
  );
});
