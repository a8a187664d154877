/** Every word of this slice, in one place. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  title: 'Billing & Usage',
  description: 'Your plan, what you have used, and what it cost.',
  loadFailed: 'Failed to load billing information',
  loading: 'Loading',

  currentPlan: 'Current plan',
  planFailed: 'Your plan could not be read',
  'status-active': 'Active',
  'status-trialing': 'Trialing',
  'status-past_due': 'Past due',
  'status-canceled': 'Canceled',
  freePlan: 'Free',
  freePlanHint: 'No subscription. You pay only for what you call.',
  aMonth: '{messages, number} a month',
  price: 'Price',
  perCycle: '{price} per {cycle, select, yearly {year} other {month}}',
  billingCycle: 'Billing cycle',
  cycle: '{cycle, select, monthly {Monthly} yearly {Yearly} other {{cycle}}}',
  period: 'Current period',
  periodDates: '{start} – {end}',
  daysLeft: '{days, plural, =0 {Ends today} one {# day left} other {# days left}}',
  manage: 'Manage subscription',

  thisPeriod: 'This period',
  thisPeriodHint: '{start} – {end} (UTC)',
  usageFailed: 'Your usage could not be read',
  messages: 'Messages',
  apiCalls: 'API calls',
  storage: 'Storage',
  cost: 'Cost',
  ofMessages: '{used, number} of {quota, number}',
  unlimited: '{used, number} · unlimited',
  ofStorage: '{used, number, ::.##} MB of 1 GB',
  noQuota: '{used, number}',
  megabytes: '{used, number, ::.##} MB',
  quotaReached: 'The plan’s messages are used up: calls are refused until the next period.',

  total: 'In total',
  totalHint: 'Since your first call',

  useByDay: 'Use by day',
  useFailed: 'Your use by day could not be read',
  range: 'Range',
  lastDays: 'Last {days, number} days',
  noUse: 'Nothing was used in this time',
  noUseHint: 'Deploy an agent and call it: its messages and their cost appear here.',
  measure: 'Measure',
  day: 'Day',
  showAsTable: 'Show as table',
  deletedDeployment: 'Deleted deployment',
  useByDayOf: '{measure} by day and deployment',
  others: 'Others',
  export: 'Export CSV',
  exportFailed: 'The records could not be exported. Please try again.',
  exported:
    '{count, plural, =0 {There is nothing to export yet} one {# record exported} other {# records exported}}',

  latest: 'Latest records',
  latestTen: 'The ten newest records of use',
  latestFailed: 'The latest records could not be read',
  noRecords: 'No records yet',
  noRecordsHint: 'Each call of a deployment is recorded here.',
  when: 'When',
  what: 'What',
  quantity: 'Quantity',
  kind: '{kind, select, message {Message} api_call {API call} storage {Storage} other {{kind}}}',

  plans: 'Plans',
  plansText: 'Change at any time. Prices are per month, in US dollars.',
  mostPopular: 'Most Popular',
  yourPlan: 'Your plan',
  free: 'Free',
  perMonth: '${price}/month',
  upgrade: 'Upgrade to {plan}',
  contactSales: 'Contact Sales',
  'Starter-1': '100 messages/month',
  'Starter-2': '1 agent',
  'Starter-3': 'Community support',
  'Pro-1': '10,000 messages/month',
  'Pro-2': 'Unlimited agents',
  'Pro-3': 'Priority support',
  'Pro-4': 'Custom domains',
  'Enterprise-1': 'Unlimited messages',
  'Enterprise-2': 'Advanced analytics',
  'Enterprise-3': 'Dedicated support',
  'Enterprise-4': 'Custom integrations',

  stripeMissing: 'Stripe integration would be implemented here',
  portalMissing: 'Customer portal would open here',
});

const statuses = ['active', 'trialing', 'past_due', 'canceled'] as const;

/** Undefined for a state that a newer database has: it is shown as it is spelled there. */
export function statusName(status: string): string | undefined {
  const known = statuses.find((each) => each === status);
  return known && t(`status-${known}`);
}
