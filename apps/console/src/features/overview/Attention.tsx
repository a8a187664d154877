/** Everything that needs attention, each with a link to its solution. */
import type { Health, Overview, PendingPlan } from '@slipway/cli/console';
import { Badge, Card, Grid, Heading, LinkButton, Section, Stack, Text } from '@slipway/design-system';
import { useQueries } from '@tanstack/react-query';
import { proposalTitle } from '../../components/proposalTitle';
import { failingReleases } from '../../data/attention';
import { age, number, percent, short } from '../../data/format';
import { plansQuery, proposalsQuery } from '../../data/queries';
import { text } from '../../messages';

export interface AttentionProps {
  overview: Overview;
  health: ReadonlyMap<string, Health>;
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

function usePlans({ environments }: Overview): PendingPlan[] {
  const governed = environments.filter(({ approvals }) => approvals !== null);
  return useQueries({
    queries: governed.map(({ environment }) => plansQuery(environment)),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
}

function useProposals({ environments }: Overview) {
  const watched = environments
    .filter(({ parts }) => parts.some(({ kind }) => kind === 'canary'))
    .map(({ environment }) => environment);
  return useQueries({
    queries: watched.map(proposalsQuery),
    combine: (results) =>
      results.flatMap(({ data }, index) =>
        (data ?? []).map((proposal) => ({ proposal, environment: watched[index] ?? '' })),
      ),
  });
}

export function Attention({ overview, health, hours }: AttentionProps) {
  const plans = usePlans(overview);
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
  const proposed = useProposals(overview).flatMap(({ proposal, environment }): Item[] => {
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
  if (items.length === 0) return null;
  return (
    <Section title={text.attention}>
      <Grid as="ul" min="22rem">
        {items.map((item) => (
          <li key={item.id}>
            <Card>
              <Stack gap="sm" align="start">
                <Badge tone={badges[item.badge][0]}>{badges[item.badge][1]}</Badge>
                <Heading level={3}>{item.title}</Heading>
                <Text size="sm">{item.detail}</Text>
                {item.more !== '' && (
                  <Text size="sm" tone="muted">
                    {item.more}
                  </Text>
                )}
                <LinkButton size="sm" href={item.href} aria-label={`${item.action}: ${item.title}`}>
                  {item.action}
                </LinkButton>
              </Stack>
            </Card>
          </li>
        ))}
      </Grid>
    </Section>
  );
}
