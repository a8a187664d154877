/** The lifecycle state of an agent. */
import { Badge } from '@slipway/design-system';
import type { Agent } from '../data/agents';
import { type Lifecycle, lifecycleOf } from '../data/lifecycle';
import { t } from '../features/studio/messages';

const tones = {
  draft: 'warning',
  published: 'success',
  private: 'info',
  archived: 'neutral',
} as const satisfies Record<Lifecycle, string>;

export function LifecycleBadge({ agent }: { agent: Agent }) {
  const lifecycle = lifecycleOf(agent);
  if (agent.suspended_at !== null) return <Badge tone="danger">{t('suspended')}</Badge>;
  return <Badge tone={tones[lifecycle]}>{t(`lifecycle-${lifecycle}`)}</Badge>;
}
