/** An agent's price, downloads, tags and description. */
import { Badge, Stack, Text } from '@slipway/design-system';
import { Markdown } from '@slipway/design-system/markdown';
import type { Agent } from '../data/agents';
import type { Filter } from '../data/search';
import { priceLabel } from './labels';
import { t } from '../messages';
import { Tags } from './Tags';

export function AgentSummary({ agent, filter }: { agent: Agent; filter: Filter }) {
  return (
    <>
      <Stack direction="row" gap="md" wrap>
        <Badge tone={agent.pricing_model === 'free' ? 'success' : 'neutral'}>{priceLabel(agent)}</Badge>
        <Text as="span" size="sm" tone="muted">
          {t('downloads', { count: agent.install_count })} {t('downloadsUnit')}
        </Text>
        <Tags tags={agent.tags} limit={agent.tags.length} filter={filter} />
      </Stack>
      <Markdown text={agent.description?.trim() ? agent.description : t('noDescription')} />
    </>
  );
}
