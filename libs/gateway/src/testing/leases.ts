/** Leases of places over a database in memory. */
import { vi } from 'vitest';
import type { Place } from '../database/lease';
import { createLeases } from '../database/leases';

export const key = { keyId: 'key-1', deploymentId: 'deployment-1', owner: 'owner-1', seconds: 60 };
export const rejected = {
  outcome: 'over_quota',
  plan_name: 'Starter',
  quota: 100,
  period_end: '2026-12-01T00:00:00Z',
};

export interface Asked {
  lease: string;
  waiting: number;
  spare: number;
}

/** Leases over a database with `places` left, which gives at most 5 % of them in advance. */
export function leasesOf(places: number, { isLive = true, isCounted = true } = {}) {
  let left = places;
  const asked: Asked[] = [];
  let held: Promise<void> | undefined;
  const rpc = vi.fn(async (_kind: string, _name: string, parameters: object) => {
    const { waiting, spare } = parameters as Asked;
    asked.push(parameters as Asked);
    if (held) await held;
    if (isCounted && left <= 0) return Promise.resolve<object>({ ...rejected, others: 0 });
    const given = isCounted ? Math.min(left, waiting + Math.min(spare, Math.floor(left * 0.05))) : waiting;
    left -= given;
    return Promise.resolve<object>({ outcome: 'leased', places: given, is_counted: isCounted });
  });
  const giveBack = vi.fn((_lease: string, count: number) => {
    left += count;
    return Promise.resolve();
  });
  const leases = createLeases(rpc, giveBack);
  leases.setLive(isLive);
  const hold = (until: Promise<void>) => {
    held = until;
  };
  return { leases, rpc, asked, giveBack, hold, left: () => left };
}
export const isPlace = (result: object): result is Place => 'lease' in result;
