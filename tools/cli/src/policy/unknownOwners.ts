/** Finds names in a policy that own no key: with misspelled names, every change of an environment may be rejected. */
import type { Policy } from '../environment/policy';
import type { TrustChain } from '../trust/chain';

const namedIn = ({ deployers, approvals, errorBudget, breakGlass = [] }: Policy): string[] => [
  ...Object.values(deployers).flat(),
  ...(approvals?.by ?? []),
  ...(errorBudget?.approvals?.by ?? []),
  ...breakGlass,
];

/** A warning, because an owner may get a key later; empty when all have one. */
export function unknownOwners({ names }: Pick<TrustChain, 'names'>, policy: Policy, environment: string) {
  const known = new Set(['owners', ...Object.keys(names.keys)]);
  for (const { name } of Object.values(names.keys)) known.add(name);
  const unknown = [...new Set(namedIn(policy))].filter((name) => !known.has(name));
  if (unknown.length === 0) return [];
  return [
    `The policy of ${environment} names ${unknown.join(', ')}, and no key has that owner: slipway trust show --env ${environment} lists the owners`,
  ];
}
