/** The token budgets of previews: whose budget counts, and what is given back. */
import { expect, test, vi } from 'vitest';
import { defaultPreviewBudgets, previewBudgetsFromEnvironment, reservePreview } from './previewBudgets';
import type { GatewayStore } from './store';
import { fakeStore } from './testing/fakes';
import { estimateInput } from './tokens';

const previewBudgets = { day: 4, address: 3, user: 2, visitor: 1 };
const preview = {
  ...{ user: null as string | null, address: 'here', agent: 'agent-1' },
  instructions: { name: 'Helper', prompt: 'Be brief', temperature: 0.2, maxTokens: 100 },
  messages: [{ role: 'user' as const, content: 'Hello' }],
};

test.each([
  [null, previewBudgets.visitor],
  ['user-1', previewBudgets.user],
])('the budget of user %s is %i, and the rest is given back', async (user, own_budget) => {
  const reserve = vi.fn<GatewayStore['reservePreview']>().mockResolvedValue({
    outcome: 'reserved',
    day: '2026-01-01',
  });
  const settlePreview = vi.fn(() => Promise.resolve());
  const store = fakeStore({ reservePreview: reserve, settlePreview });
  const { settle } = await reservePreview({ ...preview, user }, { store, previewBudgets });
  const tokens = reserve.mock.calls[0]?.[0].tokens ?? 0;
  // The whole reply, and the input with the prompt.
  expect(tokens).toBe(100 + estimateInput(['Be brief', 'Hello']));
  expect(reserve).toHaveBeenCalledWith({
    ...{ person: user, address: 'here', agent: 'agent-1', tokens },
    ...{ day_budget: 4, address_budget: 3, own_budget },
  });
  await settle({ input: 7, output: 5, isEstimate: false });
  expect(settlePreview).toHaveBeenCalledWith({
    ...{ person: user, address: 'here', day: '2026-01-01', tokens: 12 - tokens },
  });
});

test('a preview with tools reserves three rounds', async () => {
  const reserve = vi.fn<GatewayStore['reservePreview']>().mockResolvedValue({
    ...{ outcome: 'reserved', day: '2026-01-01' },
  });
  const store = fakeStore({ reservePreview: reserve });
  await reservePreview({ ...preview, hasTools: true }, { store, previewBudgets });
  expect(reserve.mock.calls[0]?.[0].tokens).toBe(3 * (100 + estimateInput(['Be brief', 'Hello'])));
});

test.each([
  ['day', 'The previews of today are used up. Try again after 00:00 UTC'],
  ['address', 'The previews of your address are used up for today. Try again after 00:00 UTC'],
  ['own', 'Your previews are used up for today. Try again after 00:00 UTC'],
] as const)('a used-up budget (%s) is 429 until midnight UTC', async (outcome, message) => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 31, 23, 59, 30), toFake: ['Date'] });
  const store = fakeStore({ reservePreview: () => Promise.resolve({ outcome }) });
  const expected = { status: 429, message, retryAfter: 30 };
  await expect(reservePreview(preview, { store, previewBudgets })).rejects.toMatchObject(expected);
  vi.useRealTimers();
});

test('a suspended agent is 403', async () => {
  const suspension = { outcome: 'agent_suspended', reason: 'spam', appeal: 'a@b.test' } as const;
  const store = fakeStore({ reservePreview: () => Promise.resolve(suspension) });
  await expect(reservePreview(preview, { store, previewBudgets })).rejects.toMatchObject({ status: 403 });
});

test('budgets are whole numbers of tokens; 0 turns previews off', () => {
  expect(previewBudgetsFromEnvironment({})).toEqual(defaultPreviewBudgets);
  const given = { PREVIEW_TOKENS_PER_DAY: '0', PREVIEW_TOKENS_PER_VISITOR: '5' };
  expect(previewBudgetsFromEnvironment(given)).toEqual({ ...defaultPreviewBudgets, day: 0, visitor: 5 });
  for (const wrong of ['-1', '1.5', 'many'])
    expect(() => previewBudgetsFromEnvironment({ PREVIEW_TOKENS_PER_USER: wrong })).toThrow(
      `PREVIEW_TOKENS_PER_USER is "${wrong}": it must be an integer of at least 0`,
    );
});
