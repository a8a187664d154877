/**
 * The next step of an agent: publishing a draft, with the list of missing fields, or deploying it. An archived one has a
 * line of the same height, so that the response to Archive moves nothing.
 */
import { Button, LinkButton, Stack, Text } from '@slipway/design-system';
import { formats, useHasRoute } from '@slipway/platform';
import type { Agent } from '../data/agents';
import { lifecycleOf } from '../data/lifecycle';
import { missingChecks, publishDraftOf } from '../data/publishDetails';
import { checkNames } from '../messages';
import { t } from '../features/studio/messages';

export const deployAddress = (agent: Pick<Agent, 'id'>) => `/deployments?agent=${agent.id}&new=deployment`;

/** `Needs a category and a price`: the missing details; empty when there are none. */
export function needsOf(agent: Agent): string {
  const missing = missingChecks(publishDraftOf(agent)).map((check) => checkNames()[check].toLowerCase());
  return missing.length === 0 ? '' : t('needs', { missing: formats.list(missing) });
}

interface NextStepProps {
  agent: Agent;
  /** The text about the end of its deployments; undefined unless it is withdrawn and has deployments. */
  end: string | undefined;
  onPublish: () => void;
}

/** The height of a small button. */
const HEIGHT = '2rem';

export function NextStep({ agent, end, onPublish }: NextStepProps) {
  const hasRoute = useHasRoute();
  const lifecycle = lifecycleOf(agent);
  const { name } = agent;
  if (agent.suspended_at !== null)
    return (
      <Stack direction="row" minHeight={HEIGHT}>
        <Text as="span" size="sm" tone="muted">
          {t('suspendedHint')}
        </Text>
      </Stack>
    );
  if (lifecycle === 'archived')
    return (
      <Stack direction="row" minHeight={HEIGHT}>
        <Text as="span" size="sm" tone="muted">
          {end ?? t('hidden')}
        </Text>
      </Stack>
    );
  if (lifecycle === 'draft') {
    return (
      <Stack direction="row" justify="between" gap="md">
        <Text as="span" size="sm" tone="muted">
          {needsOf(agent) || t('readyToPublish')}
        </Text>
        <Stack rigid>
          <Button size="sm" aria-label={t('publishOf', { name })} onClick={onPublish}>
            {t('publishShort')}
          </Button>
        </Stack>
      </Stack>
    );
  }
  if (!hasRoute('/deployments')) return null;
  return (
    <Stack direction="row" justify="between" gap="md">
      <Text as="span" size="sm" tone="muted">
        {t('readyToDeploy')}
      </Text>
      <Stack rigid>
        <LinkButton size="sm" href={deployAddress(agent)} aria-label={t('deployOf', { name })}>
          {t('deploy')}
        </LinkButton>
      </Stack>
    </Stack>
  );
}
