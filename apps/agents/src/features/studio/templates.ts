/** Three agent templates, in display order. They exist only in this file until the user saves an agent. */
import { t } from './messages';
import { type Draft, emptyDraft } from '../../data/draft';

export interface Template extends Draft {
  id: string;
  /** A category of the marketplace, for the icon. */
  category: string;
  /** An example number of interactions. */
  interactions: number;
  /** When the template's text last changed, ISO-8601. */
  updatedAt: string;
}

const textOf = (id: 'customer-support-bot' | 'sales-assistant' | 'content-creator') => ({
  id,
  name: t(`template-${id}-name`),
  description: t(`template-${id}-description`),
  prompt: t(`template-${id}-prompt`),
});

export const templates: readonly Template[] = [
  {
    ...emptyDraft,
    ...textOf('customer-support-bot'),
    category: 'customer-service',
    temperature: 0.3,
    interactions: 1234,
    updatedAt: '2026-11-19T09:00:00Z',
  },
  {
    ...emptyDraft,
    ...textOf('sales-assistant'),
    category: 'sales',
    interactions: 856,
    updatedAt: '2026-11-16T14:30:00Z',
  },
  {
    ...emptyDraft,
    ...textOf('content-creator'),
    category: 'content',
    temperature: 0.9,
    maxTokens: '2000',
    interactions: 432,
    updatedAt: '2026-11-12T08:15:00Z',
  },
];
