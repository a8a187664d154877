/** Three agents to begin from, in this order. They are nobody's: nothing of them is stored until they are. */
import { t } from '../../messages';
import { type Draft, emptyDraft } from '../../data/draft';

export interface Template extends Draft {
  id: string;
  /** Messages a day that such an agent answers, as an order of size. */
  interactions: number;
  /** When its words were last changed, ISO-8601. */
  updatedAt: string;
}

const wordsOf = (id: 'customer-support-bot' | 'sales-assistant' | 'content-creator') => ({
  id,
  name: t(`template-${id}-name`),
  description: t(`template-${id}-description`),
  prompt: t(`template-${id}-prompt`),
});

export const templates: readonly Template[] = [
  {
    ...emptyDraft,
    ...wordsOf('customer-support-bot'),
    temperature: 0.3,
    interactions: 1234,
    updatedAt: '2026-11-19T09:00:00Z',
  },
  {
    ...emptyDraft,
    ...wordsOf('sales-assistant'),
    interactions: 856,
    updatedAt: '2026-11-16T14:30:00Z',
  },
  {
    ...emptyDraft,
    ...wordsOf('content-creator'),
    temperature: 0.9,
    maxTokens: '2000',
    interactions: 432,
    updatedAt: '2026-11-12T08:15:00Z',
  },
];
