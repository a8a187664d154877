/** A snapshot of the six seeded agents, shown while the backend is unreachable; loaded when the page is idle. */
import type { Filter, Listing } from './search';
import { matchListings } from './matchListings';

const MICROS = 1_000_000;

const free = { pricing_model: 'free', price_per_message: null, price_per_month: null, price_micros: 0 };
const monthly = (dollars: number) => ({
  pricing_model: 'per_month',
  price_per_message: null,
  price_per_month: dollars,
  price_micros: dollars * MICROS,
});

/** The system creator of the seed data. */
const slipway = {
  creator_id: 'c0000000-0000-4000-8000-000000000001',
  creator_name: 'Slipway',
  color: null,
  icon: null,
};

/** Newest first. */
export const samples: readonly Listing[] = [
  {
    agent_id: 'a0000000-0000-4000-8000-000000000001',
    name: 'Customer Support Bot',
    description:
      'Answers customer questions around the clock from your help center and past tickets, and hands over to your team with a summary when it is not sure.',
    category: 'customer-service',
    tags: ['support', 'faq', 'tickets', 'live-chat'],
    ...slipway,
    ...free,
    external_only: false,
    installs: 12480,
    review_count: 15,
    rating_sum: 72,
    created_at: '2026-09-21T08:30:00+00:00',
  },
  {
    agent_id: 'a0000000-0000-4000-8000-000000000002',
    name: 'Sales Assistant',
    description:
      'Qualifies inbound leads, drafts follow-up emails in your tone and books the meeting once a prospect is ready to talk.',
    category: 'sales',
    tags: ['leads', 'crm', 'outreach', 'email'],
    ...slipway,
    ...monthly(29),
    external_only: false,
    installs: 8940,
    review_count: 10,
    rating_sum: 46,
    created_at: '2026-09-08T13:10:00+00:00',
  },
  {
    agent_id: 'a0000000-0000-4000-8000-000000000003',
    name: 'Content Creator',
    description:
      'Turns a rough outline into blog posts, newsletters and social updates that keep to your style guide and cite their sources.',
    category: 'content',
    tags: ['writing', 'blog', 'social-media', 'seo', 'newsletter'],
    ...slipway,
    ...monthly(19),
    external_only: false,
    installs: 10260,
    review_count: 10,
    rating_sum: 47,
    created_at: '2026-08-19T10:45:00+00:00',
  },
  {
    agent_id: 'a0000000-0000-4000-8000-000000000004',
    name: 'Insight Analyst',
    description:
      'Ask a question about your spreadsheets or warehouse in plain English and get a chart, the query behind it and what changed since last week.',
    category: 'analytics',
    tags: ['data', 'reporting', 'sql', 'dashboards'],
    ...slipway,
    ...monthly(49),
    external_only: false,
    installs: 5310,
    review_count: 10,
    rating_sum: 49,
    created_at: '2026-07-30T15:20:00+00:00',
  },
  {
    agent_id: 'a0000000-0000-4000-8000-000000000005',
    name: 'Meeting Planner',
    description:
      'Finds a time that suits everyone, writes the agenda, takes notes during the call and sends every participant their action items.',
    category: 'productivity',
    tags: ['calendar', 'notes', 'scheduling'],
    ...slipway,
    ...free,
    external_only: false,
    installs: 15720,
    review_count: 14,
    rating_sum: 63,
    created_at: '2026-06-25T07:55:00+00:00',
  },
  {
    agent_id: 'a0000000-0000-4000-8000-000000000006',
    name: 'Returns Concierge',
    description:
      'Handles returns, exchanges and refunds from the first message to the shipping label, within the rules of your shop.',
    category: 'customer-service',
    tags: ['refunds', 'e-commerce', 'orders'],
    ...slipway,
    ...monthly(39),
    external_only: false,
    installs: 3670,
    review_count: 5,
    rating_sum: 22,
    created_at: '2026-05-14T11:35:00+00:00',
  },
];

/** Samples that match the filter, sorted by it. */
export const searchSamples = (filter: Filter): Listing[] => matchListings(samples, filter);
