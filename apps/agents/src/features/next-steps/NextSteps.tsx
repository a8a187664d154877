/** After an agent was created: test, publish, deploy, each with what it needs. Stays until dismissed or deployed. */
import { Button, Card, Grid, Heading, LinkButton, Stack, Text } from '@slipway/design-system';
import { useHasRoute } from '@slipway/platform';
import type { Agent } from '../../data/agents';
import { lifecycleOf } from '../../data/lifecycle';
import { t as studio } from '../studio/messages';
import { t } from './messages';
import { deployAddress, needsOf } from '../../components/NextStep';

interface NextStepsProps {
  agent: Agent;
  /** The agent is being created: its actions wait. */
  isBusy?: boolean;
  onTest: () => void;
  onPublish: () => void;
  onDismiss: () => void;
}

/** Side by side, a step has its button below the text: beside it, the button would be closer to the next step. */
const TEXT_WIDTH = 'clamp(10rem, (100vw - 64rem) * 999, 100%)';

export function NextSteps({ agent, isBusy = false, onTest, onPublish, onDismiss }: NextStepsProps) {
  const hasRoute = useHasRoute();
  const lifecycle = lifecycleOf(agent);
  const isPublished = lifecycle === 'published';
  // Its creator can also deploy an unpublished one.
  const canDeploy = isPublished || lifecycle === 'private';
  const publishHint = isPublished ? t('stepDone') : needsOf(agent) || t('stepPublishReady');
  const steps = [
    {
      title: t('stepTest'),
      hint: t('stepTestHint'),
      action: (
        <Button size="sm" disabled={isBusy} onClick={onTest}>
          {studio('test')}
        </Button>
      ),
    },
    {
      title: t('stepPublish'),
      hint: publishHint,
      action: !isPublished && (
        <Button size="sm" variant="primary" disabled={isBusy} onClick={onPublish}>
          {studio('publishShort')}
        </Button>
      ),
    },
    {
      title: t('stepDeploy'),
      hint: canDeploy ? studio('readyToDeploy') : t('stepDeployHint'),
      action: canDeploy && hasRoute('/deployments') && (
        <LinkButton size="sm" variant={isPublished ? 'primary' : 'secondary'} href={deployAddress(agent)}>
          {studio('deploy')}
        </LinkButton>
      ),
    },
  ];
  return (
    <Card as="section" aria-labelledby="next-steps" aria-busy={isBusy || undefined}>
      <Stack gap="md">
        <Stack direction="row" justify="between" align="start" gap="md">
          {/* A long word of the name breaks: the text may be narrower than it. */}
          <Stack gap="xxs" grow>
            <Heading level={2} size="lg" id="next-steps">
              {t('nextSteps', { name: agent.name })}
            </Heading>
            {/* One line in each state, so that nothing below moves after the publication. */}
            <Text size="sm" tone="muted">
              {t(`nextSteps-${lifecycle}`)}
            </Text>
          </Stack>
          <Stack rigid>
            <Button size="sm" variant="quiet" flush="end" disabled={isBusy} onClick={onDismiss}>
              {t('dismissSteps')}
            </Button>
          </Stack>
        </Stack>
        <Grid as="ol" role="list" min="18rem" count={3} gap="md" align="start">
          {steps.map(({ title, hint, action }, index) => (
            <li key={title}>
              <Stack direction="row" justify="between" gap="md" wrap={action !== false}>
                <Stack gap="xxs" grow={TEXT_WIDTH}>
                  <Text size="sm" weight="medium">
                    {`${String(index + 1)}. ${title}`}
                  </Text>
                  <Text size="sm" tone="muted">
                    {hint}
                  </Text>
                </Stack>
                <Stack rigid>{action}</Stack>
              </Stack>
            </li>
          ))}
        </Grid>
      </Stack>
    </Card>
  );
}
