/** Everything that needs attention, each with a link to its solution; while it loads, and when there is nothing, its place. */
import type { Health, Overview, PendingPlan } from '@slipway/cli/console';
import { Stack } from '@slipway/design-system';
import { useQueries } from '@tanstack/react-query';
import { AllWell, AttentionLoading, AttentionPlace } from '../../components/AttentionPlace';
import { AttentionCard } from '../../components/AttentionCard';
import { proposalTitle } from '../../components/proposalTitle';
import { failingReleases } from '../../data/attention';
import { age, number, percent, short } from '../../data/format';
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
  badge: 'failing' | 'plan' | 'canary';
}

const badges = {
  failing: ['danger', text.showUnhealthy],
  plan: ['warning', text.plan],
  canary: ['warning', text.canaryBadge],
} as const;

function usePlans({ environments }: Overview): { plans: PendingPlan[]; isLoading: boolean } {
  const governed = environments.filter(({ approvals }) => approvals !== null);
  return useQueries({
    queries: governed.map(({ environment }) => plansQuery(environment)),
    combine: (results) => ({
      plans: results.flatMap(({ data }) => data ?? []),
      isLoading: results.some(({ isPending }) => isPending),
    }),
  });
}

function useProposals({ environments }: Overview) {
  const watched = environments
    .filter(({ parts }) => parts.some(({ kind }) => kind === 'canary'))
    .map(({ environment }) => environment);
  return useQueries({
    queries: watched.map(proposalsQuery),
    combine: (results) => ({
      proposals: results.flatMap(({ data }, index) =>
        (data ?? []).map((proposal) => ({ proposal, environment: watched[index] ?? '' })),
      ),
      isLoading: results.some(({ isPending }) => isPending),
    }),
  });
}

export function Attention({ overview, health, isLoading, hours }: AttentionProps) {
  const { plans, isLoading: isLoadingPlans } = usePlans(overview);
  const { proposals, isLoading: isLoadingProposals } = useProposals(overview);
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
  const waiting = plans.map(({ environment, plan, author, reason }): Item => ({
    ...{ id: plan, title: text.planTitle(environment), detail: text.byAuthor(author, reason) },
    ...{ more: '', action: text.seePlan, badge: 'plan' as const },
    href: `/history?environment=${encodeURIComponent(environment)}`,
  }));
  const bypassed = overview.environments.flatMap(({ environment, breakGlass }) =>
    breakGlass.map(({ revision, author, reason }): Item => ({
      id: `${environment} ${String(revision)}`,
      title: text.breakGlassTitle(environment, revision),
      ...{ detail: text.byAuthor(author, reason), more: '', badge: 'plan' as const },
      href: `/history?environment=${encodeURIComponent(environment)}`,
      action: text.seeHistory,
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
  const items = [...failing, ...proposed, ...bypassed, ...waiting];
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
        <HealthNotices health={health} />
      </Stack>
    );
  if (isLoading || isLoadingPlans || isLoadingProposals) return <AttentionLoading />;
  if ([...health.values()].every(({ state }) => state === 'known')) return <AllWell />;
  return (
    <AttentionPlace>
      <Stack gap="md">
        <HealthNotices health={health} />
      </Stack>
    </AttentionPlace>
  );
}
