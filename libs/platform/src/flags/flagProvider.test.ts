/** Flags by user and by share of visitors. */
import { expect, it } from 'vitest';
import { type FlagProvider, settingsProvider } from './flagProvider';

const none = () => undefined;
const logger = { error: none, warn: none, info: none, debug: none };
const on = (provider: FlagProvider, targetingKey: string, user?: string) =>
  provider.resolveBooleanEvaluation(
    'recipes.print',
    false,
    { targetingKey, environment: 'staging', ...(user !== undefined && { user }) },
    logger,
  ).value;
const withRule = (print: boolean | { percent?: number; people?: string[] }) =>
  settingsProvider({ flags: { recipes: { print } } });
const visitors = Array.from({ length: 4_000 }, (_, index) => `visitor-${String(index)}`);
const share = (provider: FlagProvider) => visitors.filter((visitor) => on(provider, visitor));

it('is the default where the environment sets nothing, or on or off for everyone', () => {
  const unset = settingsProvider({});
  const context = { targetingKey: 'v', environment: 'staging' };
  expect(unset.resolveBooleanEvaluation('recipes.print', true, context, logger)).toEqual({
    value: true,
    reason: 'DEFAULT',
  });
  expect([on(withRule(true), 'v'), on(withRule(false), 'v'), on(withRule({ percent: 0 }), 'v')]).toEqual([
    true,
    false,
    false,
  ]);
});

it('is on for a share of visitors, and a greater share includes the smaller one', () => {
  const ten = share(withRule({ percent: 10 }));
  const thirty = new Set(share(withRule({ percent: 30 })));
  expect(ten.length / visitors.length).toBeCloseTo(0.1, 1);
  expect(thirty.size / visitors.length).toBeCloseTo(0.3, 1);
  expect(ten.filter((visitor) => !thirty.has(visitor))).toEqual([]);
  expect(share(withRule({ percent: 100 }))).toHaveLength(visitors.length);
});

it('is on for the listed users, in every browser', () => {
  const provider = withRule({ people: ['ada'] });
  expect([
    on(provider, 'v', 'ada'),
    on(provider, 'w', 'ada'),
    on(provider, 'v', 'eve'),
    on(provider, 'v'),
  ]).toEqual([true, true, false, false]);
});
