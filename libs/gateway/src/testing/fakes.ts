/** Fakes for unit tests of the gateway's logic: a store in memory and a model that yields given parts. */
import type { Logger } from 'pino';
import { pino } from 'pino';
import type { CallOutcome } from '../modelRun';
import type { Model, ModelPart } from '../models/model';
import type { GatewayStore, KeyGrant } from '../store';

export const silentLog: Logger = pino({ level: 'silent' });

export const grantOf = (changes: Partial<KeyGrant> = {}): KeyGrant => ({
  key_id: 'key-1',
  deployment_id: 'deployment-1',
  slug: 'bot',
  status: 'active',
  requests_per_minute: null,
  retry_after: 0,
  created_at: '2026-01-01T00:00:00Z',
  agent_name: 'Helper',
  allows_system_messages: false,
  withdrawn_at: null,
  calls_end_at: null,
  ...changes,
});

export interface FakeStore extends GatewayStore {
  outcomes: { id: string; outcome: CallOutcome }[];
}

/** A store with one valid key, whose calls cost 0.10. `changes` replace its functions. */
export function fakeStore(changes: Partial<GatewayStore> = {}): FakeStore {
  const outcomes: FakeStore['outcomes'] = [];
  return {
    outcomes,
    useKey: () => Promise.resolve(grantOf()),
    takeRate: () => Promise.resolve(0),
    beginCall: () =>
      Promise.resolve({
        ...{ outcome: 'begun', call_id: 'call-1', agent_name: 'Helper', prompt: 'Be brief' },
        ...{ temperature: 0.2, max_tokens: 100, external_url: null },
      } as const),
    finishCall: (id, outcome) => {
      outcomes.push({ id, outcome });
      return Promise.resolve(0.1);
    },
    previewAccess: () => Promise.resolve({ user_id: null, agent_id: 'agent-1', is_creator: false }),
    instructions: () =>
      Promise.resolve({
        ...{ agent_name: 'Helper', prompt: 'Be brief', temperature: 0.2, max_tokens: 100 },
        external_url: null,
      }),
    deploymentTools: () => Promise.resolve([]),
    agentTools: () => Promise.resolve([]),
    toolSecret: () => Promise.resolve(undefined),
    keepToolCalls: () => Promise.resolve('2026-01-01T00:15:00Z'),
    takeToolCalls: () => Promise.resolve({ outcome: 'unknown' as const }),
    reservePreview: () => Promise.resolve({ outcome: 'reserved', day: '2026-01-01' }),
    settlePreview: () => Promise.resolve(),
    forget: () => undefined,
    close: () => Promise.resolve(),
    ...changes,
  };
}

export interface FakeModel extends Model {
  /** The arguments of each call. */
  calls: Parameters<Model['complete']>[];
}

/** Yields the parts in order; a function runs instead of its part, and can wait or throw. */
export function fakeModel(...parts: (ModelPart | ((signal: AbortSignal) => unknown))[]): FakeModel {
  const calls: FakeModel['calls'] = [];
  return {
    name: 'fake',
    calls,
    async *complete(...parameters) {
      calls.push(parameters);
      for (const part of parts) {
        if (typeof part === 'function') await part(parameters[2]);
        else yield part;
      }
    },
  };
}
