/** The values of the publish form, and the checks before publishing. */
import type { Agent, PublishDetails } from './agents';
import { limits } from './draft';

export const categories = ['customer-service', 'sales', 'content', 'analytics', 'productivity'] as const;
export type Category = (typeof categories)[number];

export const pricings = ['free', 'per_message', 'per_month'] as const;
export type Pricing = (typeof pricings)[number];

export interface PublishDraft {
  description: string;
  category: Category | '';
  /** Separated by commas. */
  tags: string;
  pricing: Pricing | '';
  /** US dollars, as typed; empty for free agents. */
  price: string;
}

/** US dollars. The database has the same limits. */
export const highestPrice = (pricing: Pricing): number => (pricing === 'per_message' ? 100 : 10_000);

/** A draft that was never published has no category or price yet: the columns only hold defaults. */
export function publishDraftOf(agent: PublishDetails & Pick<Agent, 'status' | 'calls_end_at'>): PublishDraft {
  const isChosen = agent.status !== 'draft' || agent.calls_end_at !== null;
  return {
    description: agent.description ?? '',
    category: (isChosen && categories.find((each) => each === agent.category)) || '',
    tags: agent.tags.join(', '),
    pricing: (isChosen && pricings.find((each) => each === agent.pricing_model)) || '',
    price: String(agent.price_per_message ?? agent.price_per_month ?? ''),
  };
}

export const checks = ['description', 'category', 'price'] as const;
export type Check = (typeof checks)[number];

function isPriced({ pricing, price }: PublishDraft): boolean {
  if (pricing === '' || pricing === 'free') return pricing === 'free';
  const dollars = Number(price);
  return price.trim() !== '' && Number.isFinite(dollars) && dollars >= 0 && dollars <= highestPrice(pricing);
}

/** The checks that still fail, in form order. */
export function missingChecks(draft: PublishDraft): readonly Check[] {
  const { length } = draft.description.trim();
  const passes: Record<Check, boolean> = {
    description: length > 0 && length <= limits.description,
    category: draft.category !== '',
    price: isPriced(draft),
  };
  return checks.filter((check) => !passes[check]);
}
