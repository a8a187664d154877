/** The six sample agents of the seed, as a snapshot for when the backend cannot be reached. Loaded only then. */
import type { Catalogue, Filter, Listing } from './catalogue';

const free = { pricing_model: 'free', price_per_message: null, price_per_month: null };
const monthly = (dollars: number) => ({
  pricing_model: 'per_month',
  price_per_message: null,
  price_per_month: dollars,
});

/** Newest first. */
export const samples: readonly Listing[] = [
  {
    agent_id: 'a0000000-0000-4000-8000-000000000001',
    name: 'Customer Support Bot',
    description:
      'Answers customer questions around the clock from your help centre and past tickets, and hands over to a person with a summary when it is not sure.',
    category: 'customer-service',
    tags: ['support', 'faq', 'tickets', 'live-chat'],
    creator_name: 'Amara Okafor',
    ...free,
    external_only: false,
    installs: 12480,
    review_count: 15,
    rating_sum: 72,
  },
  {
    agent_id: 'a0000000-0000-4000-8000-000000000002',
    name: 'Sales Assistant',
    description:
      'Qualifies inbound leads, drafts follow-up e-mails in your own tone and books the meeting once a prospect is ready to talk.',
    category: 'sales',
    tags: ['leads', 'crm', 'outreach', 'email'],
    creator_name: 'Jonas Lindqvist',
    ...monthly(29),
    external_only: false,
    installs: 8940,
    review_count: 10,
    rating_sum: 46,
  },
  {
    agent_id: 'a0000000-0000-4000-8000-000000000003',
    name: 'Content Creator',
    description:
      'Turns a rough outline into blog posts, newsletters and social updates that keep to your style guide and cite their sources.',
    category: 'content',
    tags: ['writing', 'blog', 'social-media', 'seo', 'newsletter'],
    creator_name: 'Priya Raman',
    ...monthly(19),
    external_only: false,
    installs: 10260,
    review_count: 10,
    rating_sum: 47,
  },
  {
    agent_id: 'a0000000-0000-4000-8000-000000000004',
    name: 'Insight Analyst',
    description:
      'Ask a question about your spreadsheets or warehouse in plain words and get a chart, the query behind it and what changed since last week.',
    category: 'analytics',
    tags: ['data', 'reporting', 'sql', 'dashboards'],
    creator_name: 'Jonas Lindqvist',
    ...monthly(49),
    external_only: false,
    installs: 5310,
    review_count: 10,
    rating_sum: 49,
  },
  {
    agent_id: 'a0000000-0000-4000-8000-000000000005',
    name: 'Meeting Planner',
    description:
      'Finds a time that suits everyone, writes the agenda, takes notes during the call and sends each person their own action items.',
    category: 'productivity',
    tags: ['calendar', 'notes', 'scheduling'],
    creator_name: 'Mateo Álvarez',
    ...free,
    external_only: false,
    installs: 15720,
    review_count: 14,
    rating_sum: 63,
  },
  {
    agent_id: 'a0000000-0000-4000-8000-000000000006',
    name: 'Returns Concierge',
    description:
      'Handles returns, exchanges and refunds from the first message to the shipping label, within the rules of your own shop.',
    category: 'customer-service',
    tags: ['refunds', 'e-commerce', 'orders'],
    creator_name: 'Amara Okafor',
    ...monthly(39),
    external_only: false,
    installs: 3670,
    review_count: 5,
    rating_sum: 22,
  },
];

/** The samples whose name, description or a tag contains `q`, in any case. */
export function searchSamples({ q, category }: Filter): Catalogue {
  const needle = q.trim().toLowerCase();
  const listings = samples.filter(
    (sample) =>
      (category === 'all' || sample.category === category) &&
      [sample.name, sample.description ?? '', ...sample.tags].some((text) =>
        text.toLowerCase().includes(needle),
      ),
  );
  return { listings, total: samples.length };
}
