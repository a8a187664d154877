/** Grants of one key over a database in memory. */
import { vi } from 'vitest';
import { createGrants } from '../database/grants';
import type { CallGrant } from '../storeTypes';
import { grantOf } from './fakes';

interface Asked {
  waiting: number;
  spare: number;
}

/** `most` requests are left of the rate, of which the database gives at most 5 % in advance. */
export function grantsOf(changes: Partial<CallGrant> = {}, most = 1_000) {
  let left = most;
  let held = Promise.resolve();
  const rpc = vi.fn(async (_kind: string, _name: string, parameters: object) => {
    await held;
    const { waiting, spare } = parameters as Asked;
    const requests = Math.min(left, waiting + Math.min(spare, Math.floor(left / 20)));
    left -= requests;
    return Promise.resolve<object>({
      grant: grantOf({ retry_after: requests < waiting ? 30 : 0 }),
      subjects: ['deployment-1', 'owner-1', 'agent-1', 'creator-1'],
      ...{ requests, window_seconds: 60, valid_seconds: null, suspension: null, is_withdrawn: false },
      instructions: {
        ...{ agent_name: 'Helper', prompt: '', temperature: 0.7, max_tokens: 100, external_url: null },
      },
      ...changes,
    });
  });
  const grants = createGrants(rpc);
  grants.setLive(true);
  const use = async (times = 1) => {
    for (let time = 0; time < times; time += 1) await grants.use('hash', 600);
  };
  const hold = (until: Promise<void>) => {
    held = until;
  };
  return { grants, rpc, use, hold, left: () => left };
}
