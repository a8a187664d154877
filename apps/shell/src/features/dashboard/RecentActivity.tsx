/** The user's recent activity, newest first. */
import { useQuery } from '@tanstack/react-query';
import { Card, Heading, Icon, type IconProps, Skeleton, Stack, Text } from '@slipway/design-system';
import { QueryPanel } from '@slipway/platform';
import { t } from './messages';
import { type Activity, dashboardQueries } from '../../data/dashboard';
import { timeAgo } from './timeAgo';

/** As many rows as a full list, so that nothing moves when it arrives. */
const SKELETON_ROWS = 10;

const icons: Readonly<Record<string, IconProps['name']>> = {
  agent_created: 'agent',
  agent_deleted: 'delete',
  agent_installed: 'download',
  agent_restored: 'retry',
  agent_reviewed: 'star',
  deployment_restored: 'retry',
};

function describe({ kind, subject }: Activity): string {
  const agent = subject ?? t('anAgent');
  const deployment = subject ?? t('aDeployment');
  switch (kind) {
    case 'agent_created':
      return t('agentCreated', { agent });
    case 'agent_deleted':
      return t('agentDeleted', { agent });
    case 'agent_restored':
      return t('agentRestored', { agent });
    case 'agent_installed':
      return t('agentInstalled', { agent });
    case 'agent_reviewed':
      return t('agentReviewed', { agent });
    case 'deployment_created':
      return t('deploymentCreated', { deployment });
    case 'deployment_started':
      return t('deploymentStarted', { deployment });
    case 'deployment_stopped':
      return t('deploymentStopped', { deployment });
    case 'deployment_deleted':
      return t('deploymentDeleted', { deployment });
    case 'deployment_restored':
      return t('deploymentRestored', { deployment });
    default:
      return t('somethingElse');
  }
}

const ActivityList = ({ rows }: { rows: readonly Activity[] }) => (
  <Stack as="ul" gap="md">
    {rows.map((row) => (
      <Stack
        key={`${row.happened_at} ${row.kind} ${row.subject ?? ''}`}
        as="li"
        direction="row"
        gap="md"
        align="start"
      >
        <Icon name={icons[row.kind] ?? 'activity'} />
        <Stack direction="row" justify="between" align="baseline" gap="sm" wrap grow>
          {/* The text takes what the time leaves, so that the rows look alike. On narrow phones, the time is below it. */}
          <Stack as="span" grow="9rem">
            <Text as="span" size="sm">
              {describe(row)}
            </Text>
          </Stack>
          <Text as="time" size="sm" tone="subtle" {...{ dateTime: row.happened_at }}>
            {timeAgo(row.happened_at)}
          </Text>
        </Stack>
      </Stack>
    ))}
  </Stack>
);

const ActivitySkeleton = () => (
  <Stack gap="md" aria-busy="true">
    {Array.from({ length: SKELETON_ROWS }, (_, row) => (
      <Text key={row} as="div" size="sm">
        <Skeleton width={row % 3 === 1 ? '70%' : '90%'} />
      </Text>
    ))}
  </Stack>
);

const NoActivity = () => (
  <Stack gap="xs">
    <Text weight="medium">{t('noActivity')}</Text>
    <Text size="sm" tone="muted">
      {t('noActivityText')}
    </Text>
  </Stack>
);

export function RecentActivity() {
  const activity = useQuery(dashboardQueries.activity());
  return (
    <Card as="section" aria-labelledby="recent-activity" data-frame="">
      <Stack>
        <Heading level={2} size="lg" id="recent-activity">
          {t('recentActivity')}
        </Heading>
        <QueryPanel
          query={activity}
          failure={t('activityFailed')}
          waiting={<ActivitySkeleton />}
          empty={<NoActivity />}
          keepsSpace
        >
          {(rows) => <ActivityList rows={rows} />}
        </QueryPanel>
      </Stack>
    </Card>
  );
}
