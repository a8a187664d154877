/** Where an agent stands, in a word. */
import { Badge } from '@slipway/design-system';
import type { Agent } from '../data/agents';
import { type Standing, standingOf } from '../data/lifecycle';
import { t } from '../messages';

const tones = {
  draft: 'warning',
  published: 'success',
  private: 'info',
  archived: 'neutral',
} as const satisfies Record<Standing, string>;

export function LifecycleBadge({ agent }: { agent: Agent }) {
  const standing = standingOf(agent);
  return <Badge tone={tones[standing]}>{t(`standing-${standing}`)}</Badge>;
}
