/**
 * The first steps of a new user, until the first call. After the activity, and not before it has loaded: the steps move
 * nothing, and nothing moves them.
 */
import { useQuery } from '@tanstack/react-query';
import { Card, Heading, Icon, Link, Stack, Text } from '@slipway/design-system';
import { useHasRoute } from '@slipway/platform';
import { dashboardQueries } from '../../data/dashboard';
import { t } from './messages';

export function GettingStarted() {
  const hasRoute = useHasRoute();
  const progress = useQuery(dashboardQueries.progress()).data;
  const totals = useQuery(dashboardQueries.totals()).data;
  const activity = useQuery(dashboardQueries.activity());
  const isMoving = activity.isPending && activity.failureCount === 0;
  if (!progress || !totals || progress.hasCalled || isMoving) return null;
  const { hasDeployed } = progress;
  const steps = [
    { text: t('stepAgent'), path: '/marketplace', isDone: hasDeployed || totals.total_agents > 0 },
    { text: t('stepDeploy'), path: '/deployments', isDone: hasDeployed },
    { text: t('stepCall'), path: '/deployments', isDone: false },
  ];
  return (
    <Card as="section" aria-labelledby="getting-started">
      <Stack gap="md">
        <Heading level={2} size="lg" id="getting-started">
          {t('gettingStarted')}
        </Heading>
        <Stack as="ol" role="list" gap="sm">
          {steps.map(({ text, path, isDone }) => (
            <Stack key={text} as="li" direction="row" gap="sm">
              <Icon name={isDone ? 'success' : 'deploy'} label={t(isDone ? 'stepDone' : 'stepOpen')} />
              <Text as="span" size="sm" tone={isDone ? 'muted' : 'default'}>
                {isDone || !hasRoute(path) ? text : <Link href={path}>{text}</Link>}
              </Text>
            </Stack>
          ))}
        </Stack>
      </Stack>
    </Card>
  );
}
