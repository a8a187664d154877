/** The rules of a policy as functions. `policy.test.ts` has the same rules over a store, with signatures. */
import { expect, test } from 'vitest';
import type { Policy } from '../environment/policy';
import { idOf } from '../testing/keyOwners';
import { openSmallTrust } from '../testing/smallTrust';
import type { TrustChain } from '../trust/chain';
import type { Approval } from './approvals';
import type { Plan } from './plan';
import { approvers, type PlanEvidence, policyFailures, type Proposal } from './rules';

const named = (name: string) => ({ name, public: '' });
const chain = {
  names: { keys: { ada: named('Ada'), ada2: named('Ada'), bea: named('Bea'), cyd: named('Cyd') } },
  targets: { signed: {} },
} as unknown as TrustChain;

const at = new Date('2026-11-22T12:00:00.000Z');
const later = (milliseconds: number) => new Date(at.getTime() + milliseconds).toISOString();
const approval = (keyId: string, from = -1, to = 1): Approval => ({
  keyId,
  at: later(from),
  expires: later(to),
});

const changes = { 'slice billing': ['a', 'b'] } as const;
const plan = { environment: 'staging', author: ['ada'], base: { revision: 1, sha256: '' }, changes };
const evidence = (approvals: readonly Approval[], altered: Partial<Plan> = {}, moved: string[] | null = []) =>
  ({
    ...{ name: '1-0', sha256: '0123456789abcdef', plan: { ...plan, ...altered } as unknown as Plan },
    ...{ approvals: [approval('ada'), ...approvals], moved: moved ?? undefined },
  }) satisfies PlanEvidence;
const proposal = (given: Partial<Proposal> = {}): Proposal => ({
  ...{ environment: 'staging', at, authors: ['ada'], changes, isBreakGlass: false },
  ...{ plan: undefined, approvals: [], ...given },
});
const policy = (given: Partial<Policy> = {}): Policy => ({
  ...{ minimumTime: [], deployers: {}, freezes: [] },
  ...given,
});
const two = policy({ approvals: { count: 2, by: ['Ada', 'Bea', 'Cyd'], hours: 24 } });
const one = policy({ approvals: { count: 1, by: ['Bea'], hours: 24 } });

test.each<[string, Approval[], string[]]>([
  ['when it is given', [approval('bea', 0, 1)], ['Bea']],
  ['not before', [approval('bea', 1, 2)], []],
  ['until just before it expires', [approval('bea', -2, 1)], ['Bea']],
  ['not when it expires', [approval('bea', -2, 0)], []],
  ['once for two keys of an owner', [approval('bea'), approval('bea')], ['Bea']],
  ['not with another key of the author', [approval('ada2')], []],
  ['not by an owner whom the policy does not list', [approval('cyd')], []],
])('an approval counts %s', (_when, approvals, owners) => {
  expect(approvers(chain, one, proposal({ plan: evidence(approvals) }))).toEqual(owners);
});

test.each<[string, PlanEvidence, RegExp]>([
  [
    'of another environment',
    evidence([approval('bea')], { environment: 'production' }),
    /is a plan for production/,
  ],
  ['of another change', evidence([approval('bea')], { changes: {} }), /is a plan of another change/],
  [
    'that another owner deploys',
    evidence([approval('bea')], { author: ['cyd'] }),
    /made by Cyd, and Ada deploys it/,
  ],
  [
    'that its author did not sign',
    { ...evidence([]), approvals: [approval('bea')] },
    /names Ada as its author, who has not signed it/,
  ],
  ['from an unknown revision', evidence([approval('bea')], {}, null), /not in the recent history/],
  [
    'that was overtaken',
    evidence([approval('bea')], {}, ['slice billing']),
    /others have changed slice billing/,
  ],
])('approvals of a plan %s do not count', (_which, given, why) => {
  expect(approvers(chain, one, proposal({ plan: given }))).toEqual([]);
  const [failure, ...others] = policyFailures(chain, one, proposal({ plan: given }));
  expect([failure, others]).toEqual([expect.stringMatching(why), []]);
});

test('two approvals are two owners; one of them is not enough', () => {
  const failuresOf = (...keyIds: string[]) =>
    policyFailures(chain, two, proposal({ plan: evidence(keyIds.map((keyId) => approval(keyId))) }));
  expect(failuresOf('bea', 'cyd')).toEqual([]);
  expect(failuresOf('bea')).toEqual([
    'staging needs 2 approvals of Ada, Bea, Cyd, not older than 24 h and not of the author, and has 1 (Bea): they run slipway approve staging 0123456789ab',
  ]);
  expect(policyFailures(chain, one, proposal())).toEqual([
    'staging needs 1 approval of Bea, not older than 24 h and not of the author, and has 0: run the same command with --plan, and ask them to approve that plan',
  ]);
});

test('an approval of the revision itself counts too, and nothing is asked of a change of nothing', () => {
  expect(policyFailures(chain, one, proposal({ approvals: [approval('bea')] }))).toEqual([]);
  expect(policyFailures(chain, one, proposal({ changes: {} }))).toEqual([]);
  expect(policyFailures(chain, undefined, proposal())).toEqual([]);
});

test('only those may deploy whom the policy lists, and the entry of a slice comes before the others', () => {
  const deployers = { billing: ['Ada', 'owners'], '*': ['Bea'] };
  const failuresOf = (authors: string[], part: string) =>
    policyFailures(chain, policy({ deployers }), proposal({ authors, changes: { [part]: ['a', 'b'] } }));
  expect(failuresOf(['ada'], 'slice billing')).toEqual([]);
  expect(failuresOf(['bea'], 'slice billing')).toEqual([
    'Bea may not change billing: one of Ada has to deploy it',
  ]);
  expect(failuresOf(['bea'], 'shell')).toEqual([]);
  expect(failuresOf([], 'shell')).toEqual([
    'Without a signing key you may not change shell: one of Bea has to deploy it',
  ]);
});

test('break-glass skips approvals and freezes for those whom the policy lists, never the deployers', () => {
  const freezes = [{ reason: 'audit', from: later(-1), to: later(1) }];
  const strict = policy({ ...one, freezes, deployers: { '*': ['Ada', 'Bea'] } });
  const urgent = (authors: string[], breakGlass?: string[]) =>
    policyFailures(
      chain,
      { ...strict, ...(breakGlass && { breakGlass }) },
      proposal({ authors, isBreakGlass: true }),
    );
  expect(urgent(['bea'], ['Bea', 'Cyd'])).toEqual([]);
  expect(urgent(['ada'], ['Bea', 'Cyd'])).toEqual([
    'Ada may not use --break-glass for staging: only Bea, Cyd may',
  ]);
  expect(urgent(['ada'])).toEqual(['Ada may not use --break-glass for staging: its policy lists no owner']);
  expect(urgent(['cyd'], ['Cyd'])).toEqual(['Cyd may not change billing: one of Ada, Bea has to deploy it']);
  expect(policyFailures(chain, strict, proposal())).toHaveLength(2);
});

test('the owners of a slice are the keys of its role, whatever the policy calls them', async () => {
  const trust = await (await openSmallTrust()).chain();
  const owned = policy({ deployers: { billing: ['owners'] } });
  const failuresOf = (...authors: string[]) => policyFailures(trust, owned, proposal({ authors }));
  expect(failuresOf(idOf('billing'))).toEqual([]);
  expect(failuresOf(idOf('platform'))).toEqual([
    `key ${idOf('platform').slice(0, 8)} may not change billing: one of ${idOf('billing')} has to deploy it`,
  ]);
});

test('of several authors one is enough: for break-glass, to deploy, and to have made the plan', () => {
  const both = { authors: ['cyd', 'bea'] };
  const urgent = policy({ breakGlass: ['Bea'], deployers: { '*': ['Bea'] } });
  expect(policyFailures(chain, urgent, proposal({ ...both, isBreakGlass: true }))).toEqual([]);
  const planned = evidence([approval('bea')], { author: ['cyd', 'ada'] });
  expect(approvers(chain, one, proposal({ plan: planned }))).toEqual(['Bea']);
});

test('a plan of another owner names the one who deploys it, also without a key here', () => {
  const plan = evidence([approval('bea')], { author: ['cyd'] });
  const [failure] = policyFailures(chain, one, proposal({ plan, authors: [] }));
  expect(failure).toMatch(/Plan 0123456789ab was made by Cyd, who has to deploy it: run the same command/);
});

test('a freeze says who can bypass it', () => {
  const freezes = [{ reason: 'audit', from: later(-1), to: later(1) }];
  const failuresOf = (breakGlass?: string[]) =>
    policyFailures(chain, policy({ freezes, ...(breakGlass && { breakGlass }) }), proposal());
  const start =
    'staging is frozen at 2026-11-22T12:00:00Z (audit, 2026-11-22T11:59:59Z to 2026-11-22T12:00:00Z): wait';
  expect(failuresOf()).toEqual([start]);
  expect(failuresOf(['Bea', 'Cyd'])).toEqual([`${start}, or ask Bea or Cyd to use --break-glass`]);
  expect(failuresOf(['Ada', 'Bea'])).toEqual([`${start}, or use --break-glass`]); // it is Ada's change
  expect(failuresOf([])).toEqual([start]);
});
