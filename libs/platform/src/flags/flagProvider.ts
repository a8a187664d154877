/**
 * Decides flags. The interface is the subset of a provider of OpenFeature's web SDK that flags need, so any such
 * provider fits (`openFeature.test.tsx`). The default one reads the environment's settings in the composition.
 */
import type { Composition, FlagRule } from '@slipway/contracts';

/** The values that a flag may depend on. A type, because OpenFeature's context has an index signature. */
export type FlagContext = {
  /** The id of this browser. */
  readonly targetingKey: string;
  readonly environment: string;
  /** The id of the signed-in user. */
  readonly user?: string;
};

/** The logger of a provider. */
export interface FlagLogger {
  error(...details: unknown[]): void;
  warn(...details: unknown[]): void;
  info(...details: unknown[]): void;
  debug(...details: unknown[]): void;
}

/** Decides the values of flags: the part of a provider of OpenFeature's web SDK that flags need. */
export interface FlagProvider {
  readonly metadata: { readonly name: string };
  /** `flagKey` is `<slice>.<flag>`. */
  resolveBooleanEvaluation(
    flagKey: string,
    defaultValue: boolean,
    context: FlagContext,
    logger: FlagLogger,
  ): { value: boolean; reason?: string };
  /** Events after which values may have changed. Without it, values never change. */
  readonly events?: FlagEvents;
}

/** The part of a provider's, or a client's, events that flags need. `type` is one of `FLAG_EVENTS`. */
export interface FlagEvents {
  addHandler(type: string, handler: () => void): void;
  removeHandler(type: string, handler: () => void): void;
}

/** The events after which values of flags may have changed. */
export const FLAG_EVENTS = ['PROVIDER_READY', 'PROVIDER_CONFIGURATION_CHANGED', 'PROVIDER_CONTEXT_CHANGED'];

/**
 * A number from 0 to just below 100. It does not depend on the percentage, so that raising the percentage never turns
 * the flag off for a browser.
 */
export function flagBucket(targetingKey: string, flagKey: string): number {
  let hash = 0x811c9dc5; // FNV-1a, then the last step of MurmurHash3, which spreads ids that differ in their last letter
  for (const character of `${flagKey} ${targetingKey}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32) * 100;
}

function decide(rule: FlagRule, key: string, context: FlagContext): { value: boolean; reason: string } {
  if (typeof rule === 'boolean') return { value: rule, reason: 'STATIC' };
  const { people = [], percent = 0 } = rule;
  if (context.user !== undefined && people.includes(context.user)) {
    return { value: true, reason: 'TARGETING_MATCH' };
  }
  return { value: percent > 0 && flagBucket(context.targetingKey, key) < percent, reason: 'SPLIT' };
}

/** The rules of the environment's settings. */
export const settingsProvider = ({ flags = {} }: Pick<Composition, 'flags'>): FlagProvider => ({
  metadata: { name: 'slipway-settings' },
  resolveBooleanEvaluation(flagKey, defaultValue, context) {
    const [slice = '', flag = ''] = flagKey.split('.');
    const rule = flags[slice]?.[flag];
    return rule === undefined ? { value: defaultValue, reason: 'DEFAULT' } : decide(rule, flagKey, context);
  },
});
