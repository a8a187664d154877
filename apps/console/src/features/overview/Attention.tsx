/** Everything that needs attention, each with a link to its solution; while it loads, and when there is nothing, its place. */
import type { Health, Overview, PendingPlan } from '@slipway/cli/console';
import { Stack } from '@slipway/design-system';
import { useQueries } from '@tanstack/react-query';
import { AllWell, AttentionLoading, AttentionPlace } from '../../components/AttentionPlace';
import { AttentionCard } from '../../components/AttentionCard';
import { LongNotice } from '../../components/LongNotice';
import { proposalTitle } from '../../components/proposalTitle';
import { failingReleases } from '../../data/attention';
import { age, number, percent, short } from '../../data/format';
import { isApproved } from '../../data/plans';
import { plansQuery, proposalsQuery } from '../../data/queries';
import { text } from '../../messages';
import { HealthNotices } from './HealthNotices';

export interface AttentionProps {
  overview: Overview;
  health: ReadonlyMap<string, Health>;
  /** The health of an environment is not there yet. */
  isLoading: boolean;
  hours: number;
}

interface Item {
  id: string;
  title: string;
  detail: string;
  more: string;
  href: string;
  action: string;
  badge: 'unread' | 'unverified' | 'failing' | 'plan' | 'canary' | 'bypassed';
}

const badges = {
  unread: ['danger', text.unknown],
  unverified: ['danger', text.notVerified],
  failing: ['danger', text.showUnhealthy],
  plan: ['warning', text.plan],
  canary: ['warning', text.canaryBadge],
  bypassed: ['danger', text.breakGlass],
} as const;

/** The first failed request. It has to be shown: an empty list would mean that nothing needs attention. */
const firstError = (results: readonly { error: Error | null; data: unknown }[]) => {
  const error = results.find(({ data }) => data === undefined)?.error;
  return error ? { error } : {};
};

function usePlans({ environments }: Overview): { plans: PendingPlan[]; isLoading: boolean; error?: Error } {
  // Plans of an unverified environment cannot be read; its own card shows the reason.
  const governed = environments.filter(
    ({ approvals, unverified }) => approvals !== null && unverified === null,
  );
  return useQueries({
    queries: governed.map(({ environment }) => plansQuery(environment)),
    combine: (results) => ({
      plans: results.flatMap(({ data }) => data ?? []),
      isLoading: results.some(({ isPending }) => isPending),
      ...firstError(results),
    }),
  });
}

function useProposals({ environments }: Overview) {
  const watched = environments
    .filter(({ parts, unverified }) => unverified === null && parts.some(({ kind }) => kind === 'canary'))
    .map(({ environment }) => environment);
  return useQueries({
    queries: watched.map(proposalsQuery),
    combine: (results) => ({
      proposals: results.flatMap(({ data }, index) =>
        (data ?? []).map((proposal) => ({ proposal, environment: watched[index] ?? '' })),
      ),
      isLoading: results.some(({ isPending }) => isPending),
      ...firstError(results),
    }),
  });
}

export function Attention({ overview, health, isLoading, hours }: AttentionProps) {
  const { plans, isLoading: isLoadingPlans, error: plansError } = usePlans(overview);
  const { proposals, isLoading: isLoadingProposals, error: proposalsError } = useProposals(overview);
  const failing = failingReleases(overview.environments, health).map(
    ({ environment, row, part, other, owner }): Item => ({
      id: `${environment} ${row.slice} ${row.version} ${row.group}`,
      title: text.failingTitle(row.slice, environment),
      detail: text.failingText(
        percent(row.failureRate ?? 0),
        `${number(row.views)} views`,
        short(row.version),
        row.failingRoutes.map(({ route }) => route).join(', '),
      ),
      more: [
        ...(part.at === undefined || part.revision === undefined
          ? []
          : [text.failingSince(part.revision, age(part.at), part.author ?? '')]),
        ...(other?.failureRate == null
          ? []
          : [text.failingBefore(percent(other.failureRate), short(other.version))]),
        ...(owner === undefined ? [] : [text.ownedBy(owner)]),
      ].join(' '),
      href: `/slices/${row.slice}?environment=${encodeURIComponent(environment)}&hours=${String(hours)}`,
      action: text.look,
      badge: 'failing',
    }),
  );
  const unreadable = overview.environments.flatMap(({ environment, error }): Item[] =>
    error === null
      ? []
      : [
          {
            ...{ id: environment, title: text.unreadable(environment), detail: error, more: '' },
            href: `/history?environment=${encodeURIComponent(environment)}`,
            ...{ action: text.seeHistory, badge: 'unread' },
          },
        ],
  );
  const unverified = overview.environments.flatMap(({ environment, unverified: detail }): Item[] =>
    detail === null
      ? []
      : [
          {
            ...{ id: `${environment} unverified`, title: text.unverified(environment), detail, more: '' },
            href: `/history?environment=${encodeURIComponent(environment)}`,
            ...{ action: text.seeHistory, badge: 'unverified' },
          },
        ],
  );
  const waiting = plans.map((pending): Item => {
    const { environment, plan, author, reason } = pending;
    const isReady = isApproved(pending);
    return {
      ...{ id: plan, detail: text.byAuthor(author, reason), badge: 'plan', action: text.seePlan },
      title: isReady ? text.planApprovedTitle(environment) : text.planTitle(environment),
      more: isReady ? text.planApprovedHint : '',
      href: `/history?environment=${encodeURIComponent(environment)}`,
    };
  });
  const bypassed = overview.environments.flatMap(({ environment, breakGlass }) =>
    breakGlass.map(({ revision, author, reason, canAcknowledge }): Item => ({
      id: `${environment} ${String(revision)}`,
      title: text.breakGlassTitle(environment, revision),
      detail: text.byAuthor(author, reason),
      more:
        overview.isReadOnly || !canAcknowledge
          ? text.breakGlassHint(environment, revision)
          : text.breakGlassOwn,
      badge: 'bypassed',
      ...{ href: `/history?environment=${encodeURIComponent(environment)}`, action: text.seeHistory },
    })),
  );
  const proposed = proposals.flatMap(({ proposal, environment }): Item[] => {
    const { slice, version, action, reasons } = proposal;
    if (!action) return [];
    return [
      {
        id: `${environment} ${slice} ${version} canary`,
        title: text.proposalFor(slice, environment, proposalTitle(proposal)),
        ...{ detail: reasons[0] ?? '', more: '', action: text.seeProposal, badge: 'canary' },
        href: `/slices/${slice}?environment=${encodeURIComponent(environment)}&hours=${String(hours)}`,
      },
    ];
  });
  const unread = [
    ...(plansError ? [`${text.failedToLoad(text.plans)}: ${plansError.message}`] : []),
    ...(proposalsError ? [`${text.failedToLoad(text.proposalsOf)}: ${proposalsError.message}`] : []),
  ];
  const notices = (
    <>
      <HealthNotices health={health} />
      {unread.map((message) => (
        <LongNotice key={message} tone="warning">
          {message}
        </LongNotice>
      ))}
    </>
  );
  const items = [...unreadable, ...unverified, ...failing, ...proposed, ...bypassed, ...waiting];
  if (items.length > 0)
    return (
      <Stack gap="md">
        <AttentionPlace isList>
          {items.map(({ id, badge, ...item }) => (
            <li key={id}>
              <AttentionCard {...item} tone={badges[badge][0]} badge={badges[badge][1]} />
            </li>
          ))}
        </AttentionPlace>
        {notices}
      </Stack>
    );
  if (isLoading || isLoadingPlans || isLoadingProposals) return <AttentionLoading />;
  const isKnown = [...health.values()].every(({ state }) => state === 'known') && unread.length === 0;
  if (isKnown) return <AllWell />;
  return (
    <AttentionPlace>
      <Stack gap="md">{notices}</Stack>
    </AttentionPlace>
  );
}
