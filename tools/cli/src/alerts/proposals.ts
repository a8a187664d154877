/** Alerts for the steps of canaries that no server signs: one for each step. */
import type { HealthSource } from '@slipway/health';
import { createProposals } from '../canary/proposals';
import type { Target } from '../command-line/target';
import type { VerifiedRevision } from '../trust/revisions';
import type { Trust } from '../trust/open';
import { verifiedRelease } from '../trust/signedRelease';
import { type Alert, ownedBy } from './alert';
import { ratesOf } from './budget';

export type FindProposals = (trust: Trust, record: VerifiedRevision['record']) => Promise<Alert[]>;

export function createProposalFinder(target: Target, source: HealthSource): FindProposals {
  const { environment, named } = target;
  const propose = createProposals({ target, source });
  return async (trust, record) => {
    const alerts: Alert[] = [];
    for (const { slice, version, next, command, began, ...proposal } of await propose()) {
      if (next === null || command === null) continue;
      const { release } = await verifiedRelease(trust, { id: slice, version });
      alerts.push({
        id: [environment.name, slice, version, 'canary', String(next)].join(' '),
        ...{ environment: named, address: environment.address, slice, owner: ownedBy(release).owner },
        ...{ version, commit: release.commit, deployedAt: new Date(began).toISOString() },
        author: record.since.canaries[slice]?.author ?? 'unknown',
        ...{ kind: 'canary', metric: 'canary', now: ratesOf([]), failures: [] },
        proposal: { percent: proposal.percent, next, reasons: proposal.reasons, command },
      });
    }
    return alerts;
  };
}
