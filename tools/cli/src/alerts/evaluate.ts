/** Finds the alerts of an environment: from the signed state of its store and the reports of its collector. */
import type { ErrorBudget } from '@slipway/contracts';
import type { HealthFailure, HealthMinute, HealthSource } from '@slipway/health';
import type { Target } from '../command-line/target';
import { history } from '../composition/read';
import { selectionOf } from '../composition/selection';
import { verifiedState } from '../trust/deploying';
import { openTrust } from '../trust/open';
import { verifiedRelease } from '../trust/signedRelease';
import { createReportReader, type ReadReports } from '../canary/reports';
import { worseSince } from './afterDeploy';
import { type Alert, ownedBy } from './alert';
import { type Burn, burnOf, ratesOf, READ_BACK } from './budget';
import { createDamageFinder, type FindDamage } from './damage';
import { createProposalFinder, type FindProposals } from './proposals';

const DAY = 86_400_000;
/** A deploy counts as recent this long. Milliseconds. */
const RECENT = DAY;
const SHOWN_FAILURES = 3;
/** The revisions that are searched for one to roll back to. */
const SEARCHED = 100;

const failureText = ({ code, phase, part, frame }: HealthFailure) =>
  `${code ?? 'Error'} in the ${part ?? 'page'}, phase ${phase}${frame === null ? '' : `, at ${frame}`}`;

function topFailures(failures: readonly HealthFailure[], slice: string, version: string): Alert['failures'] {
  return failures
    .filter((failure) => failure.slice === slice && failure.version === version)
    .sort((one, other) => other.count - one.count)
    .slice(0, SHOWN_FAILURES)
    .map((failure) => ({ text: failureText(failure), count: failure.count }));
}

/** The newest revision that ran another release of the slice for everyone: one with a canary would bring that back. */
async function revisionBefore(
  { store, environment }: Target,
  slice: string,
  version: string,
): Promise<number | undefined> {
  let searched = 0;
  for await (const { composition } of history(store, environment.name)) {
    const { stable, canaries } = selectionOf(composition);
    const earlier = stable.get(slice);
    if (earlier && earlier !== version && !canaries.has(slice)) return composition.revision;
    searched += 1;
    if (!earlier || searched === SEARCHED) break;
  }
  return undefined;
}

/** Returns a function that finds the alerts of now. It remembers reports between two calls, not alerts. */
export function createAlertFinder(target: Target, source: HealthSource): () => Promise<Alert[]> {
  const readers = new Map<string, ReadReports>();
  const findDamage = createDamageFinder();
  const findProposals = createProposalFinder(target, source);
  const readerOf = (slice: string) => {
    const environment = target.environment.name;
    const reader = readers.get(slice) ?? createReportReader(source, { environment, slice });
    readers.set(slice, reader);
    return reader;
  };
  return () => findAlerts(target, source, { readerOf, findDamage, findProposals });
}

interface Finders {
  readerOf: (slice: string) => ReadReports;
  findDamage: FindDamage;
  findProposals: FindProposals;
}

/** @throws as the store and the source do */
async function findAlerts(
  target: Target,
  source: HealthSource,
  { readerOf, findDamage, findProposals }: Finders,
): Promise<Alert[]> {
  const { workspace, environment, store, named } = target;
  const trust = await openTrust({ options: workspace.trust, store, environment, isReadOnly: true });
  const state = await verifiedState(trust, environment.name);
  if (!state) return [];
  const now = await store.now();
  const { composition, record } = state;
  const alerts: Alert[] = [];
  const { stable, canaries } = selectionOf(composition);
  for (const [slice, version] of stable) {
    const query = {
      environment: environment.name,
      slice,
      from: new Date(now - READ_BACK),
      to: new Date(now),
    };
    const rows = (await readerOf(slice)(now - READ_BACK, now)).filter(({ group }) => group !== 'override');
    const { release } = await verifiedRelease(trust, { id: slice, version });
    const { budget, owner } = ownedBy(release);
    const since = record.since.stable[slice];
    const deployedAt = since?.at ?? composition.createdAt;
    const damage = await findDamage(store, environment.name, release);
    const isOwn = (row: HealthMinute) => row.group !== 'canary' || row.version === version;
    const conditions = conditionsOf(
      rows.filter(isOwn),
      budget,
      { version, deployedAt: Date.parse(deployedAt) },
      now,
    );
    const found = [
      ...conditions,
      ...(damage.length > 0
        ? [{ kind: 'files' as const, metric: 'files' as const, now: ratesOf([]), damage }]
        : []),
    ];
    const canary = canaries.get(slice);
    // Without the canary, the slice is within its budget: a rollback of the stable release would not help.
    const burn = canary && conditions.length === 0 ? burnOf(rows, budget, now) : undefined;
    if (found.length === 0 && !burn) continue;
    const reported = await source.failures(query);
    if (canary && burn) {
      const { version: newer } = canary;
      const began = record.since.canaries[slice];
      alerts.push({
        id: [environment.name, slice, newer, 'budget', burn.kind].join(' '),
        ...{ environment: named, address: environment.address, slice, owner, version: newer, isCanary: true },
        commit: (await verifiedRelease(trust, { id: slice, version: newer })).release.commit,
        ...{ deployedAt: began?.at ?? composition.createdAt, author: began?.author ?? 'unknown' },
        ...budgetCondition(burn, budget),
        failures: topFailures(reported, slice, newer),
        rollback: `slipway canary ${slice} --env ${named} --abort --reason "health alert"`,
      });
    }
    if (found.length === 0) continue;
    const failures = topFailures(reported, slice, version);
    const goodRevision = await revisionBefore(target, slice, version);
    alerts.push(
      ...found.map((problem) => ({
        id: [environment.name, slice, version, problem.kind, problem.metric].join(' '),
        ...{ environment: named, address: environment.address, slice, owner },
        ...{ version, commit: release.commit, deployedAt, author: since?.author ?? 'unknown' },
        ...problem,
        failures,
        ...(goodRevision !== undefined &&
          problem.kind !== 'files' && {
            rollback: `slipway rollback ${slice} --env ${named} --to ${String(goodRevision)} --reason "health alert"`,
          }),
      })),
    );
  }
  return [...alerts, ...(await findProposals(trust, record))];
}

type HealthCondition = Pick<Alert, 'kind' | 'now' | 'before' | 'burn'> & { metric: 'failed' | 'errors' };

function conditionsOf(
  rows: readonly HealthMinute[],
  budget: ErrorBudget,
  { version, deployedAt }: { version: string; deployedAt: number },
  now: number,
): HealthCondition[] {
  const worse = now - deployedAt < RECENT ? worseSince(rows, version, deployedAt) : undefined;
  const found = burnOf(rows, budget, now);
  // Send one alert per condition: the deploy alert has more detail.
  const burn = found && found.kind !== worse?.kind ? found : undefined;
  return [
    ...(worse
      ? [{ kind: 'deploy' as const, metric: worse.kind, now: worse.after, before: worse.before }]
      : []),
    ...(burn ? [budgetCondition(burn, budget)] : []),
  ];
}

const budgetCondition = ({ kind, rates, burn, window }: Burn, budget: ErrorBudget) => ({
  ...{ kind: 'budget' as const, metric: kind, now: rates },
  burn: { rate: burn, window, allowed: budget[kind] },
});
