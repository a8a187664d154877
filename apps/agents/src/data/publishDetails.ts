/** What an agent needs before it is published; the form holds it as it is typed. */
import type { Agent, Listing } from './agents';
import { limits } from './draft';

export const categories = ['customer-service', 'sales', 'content', 'analytics', 'productivity'] as const;
export type Category = (typeof categories)[number];

export const pricings = ['free', 'per_message', 'per_month'] as const;
export type Pricing = (typeof pricings)[number];

export interface ListingDraft {
  description: string;
  category: Category | '';
  /** With commas between them. */
  tags: string;
  pricing: Pricing | '';
  /** US dollars, as typed; nothing for what is free. */
  price: string;
}

const MOST_TAGS = 10;
const DEAREST = 10_000;

/** A draft was given a category and a price by nobody: they are still to be chosen. */
export function listingDraftOf(agent: Agent): ListingDraft {
  const isChosen = agent.status !== 'draft';
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

function isPriced({ pricing, price }: ListingDraft): boolean {
  if (pricing === '' || pricing === 'free') return pricing === 'free';
  const dollars = Number(price);
  return price.trim() !== '' && Number.isFinite(dollars) && dollars >= 0 && dollars <= DEAREST;
}

/** What is still missing, in the order of the form. */
export function missingOf(draft: ListingDraft): readonly Check[] {
  const { length } = draft.description.trim();
  const isThere: Record<Check, boolean> = {
    description: length > 0 && length <= limits.description,
    category: draft.category !== '',
    price: isPriced(draft),
  };
  return checks.filter((check) => !isThere[check]);
}

const tagsOf = (text: string) =>
  [...new Set(text.split(',').map((tag) => tag.trim().toLowerCase()))].filter(Boolean).slice(0, MOST_TAGS);

/** What is stored; undefined while something is missing. */
export function listingOf(draft: ListingDraft): Listing | undefined {
  const { category, pricing } = draft;
  if (missingOf(draft).length > 0 || category === '' || pricing === '') return undefined;
  return {
    description: draft.description.trim(),
    category,
    tags: tagsOf(draft.tags),
    pricing_model: pricing,
    price_per_message: pricing === 'per_message' ? Number(draft.price) : null,
    price_per_month: pricing === 'per_month' ? Number(draft.price) : null,
  };
}
