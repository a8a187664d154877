/** Everything that needs attention, each with a link to its solution. */
import type { Health, Overview, PendingPlan } from '@slipway/cli/console';
import { Badge, Card, Grid, Heading, LinkButton, Section, Stack, Text } from '@slipway/design-system';
import { useQueries } from '@tanstack/react-query';
import { failingReleases } from '../../data/attention';
import { age, number, percent, short } from '../../data/format';
import { plansQuery } from '../../data/queries';
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
  isFailure: boolean;
}

function usePlans({ environments }: Overview): PendingPlan[] {
  const governed = environments.filter(({ approvals }) => approvals !== null);
  return useQueries({
    queries: governed.map(({ environment }) => plansQuery(environment)),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
}

export function Attention({ overview, health, hours }: AttentionProps) {
  const plans = usePlans(overview);
  const failing = failingReleases(overview.environments, health).map(
    ({ environment, row, part, other }): Item => ({
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
      ].join(' '),
      href: `/slices/${row.slice}?environment=${encodeURIComponent(environment)}&hours=${String(hours)}`,
      action: text.look,
      isFailure: true,
    }),
  );
  const waiting = plans.map(({ environment, plan, author, reason }): Item => ({
    ...{ id: plan, title: text.planTitle(environment), detail: text.byAuthor(author, reason) },
    ...{ more: '', action: text.seePlan, isFailure: false },
    href: `/history?environment=${encodeURIComponent(environment)}`,
  }));
  const bypassed = overview.environments.flatMap(({ environment, breakGlass }) =>
    breakGlass.map(({ revision, author, reason }): Item => ({
      id: `${environment} ${String(revision)}`,
      title: text.breakGlassTitle(environment, revision),
      ...{ detail: text.byAuthor(author, reason), more: '', isFailure: false },
      href: `/history?environment=${encodeURIComponent(environment)}`,
      action: text.seeHistory,
    })),
  );
  const items = [...failing, ...bypassed, ...waiting];
  if (items.length === 0) return null;
  return (
    <Section title={text.attention}>
      <Grid as="ul" min="22rem">
        {items.map((item) => (
          <li key={item.id}>
            <Card>
              <Stack gap="sm" align="start">
                <Badge tone={item.isFailure ? 'danger' : 'warning'}>
                  {item.isFailure ? text.showUnhealthy : text.plan}
                </Badge>
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
