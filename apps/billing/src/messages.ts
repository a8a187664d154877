/** Every text of this slice. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  title: 'Billing & Usage',
  description: 'Your plan, what you have used, and what it cost.',
  loadFailed: 'Failed to load billing information',
  loading: 'Loading',

  currentPlan: 'Current plan',
  planFailed: 'Couldn’t load your plan',
  'status-active': 'Active',
  'status-trialing': 'Trialing',
  'status-past_due': 'Past due',
  'status-canceled': 'Canceled',
  freePlan: 'Free',
  freePlanHint: 'No subscription: you only pay for the calls you make.',
  perMonthCount: '{messages, number} per month',
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
  usageFailed: 'Couldn’t load your usage',
  messages: 'Messages',
  apiCalls: 'API calls',
  storage: 'Storage',
  cost: 'Cost',
  ofMessages: '{used, number} of {quota, number}',
  unlimited: '{used, number} · unlimited',
  ofStorage: '{used, number, ::.##}\u00a0MB of 1\u00a0GB',
  count: '{used, number}',
  megabytes: '{used, number, ::.##}\u00a0MB',
  quotaReached: 'You’ve used all messages of your plan. Calls are rejected until the next period.',

  total: 'In total',
  totalHint: 'Since your first call',

  usageByDay: 'Usage by day',
  usageByDayFailed: 'Couldn’t load daily usage',
  range: 'Range',
  lastDays: 'Last {days, number} days',
  noUsage: 'No usage in this period',
  noUsageHint: 'Deploy an agent and call it. Its messages and their cost appear here.',
  measure: 'Measure',
  day: 'Day',
  showAsTable: 'Show as table',
  deletedDeployment: 'Deleted deployment',
  usageChart: '{measure} by day and deployment',
  others: 'Others',
  export: 'Export CSV',
  exportFailed: 'Couldn’t export your records. Please try again.',
  exported:
    '{count, plural, =0 {No records to export yet} one {# record exported} other {# records exported}}',

  latest: 'Latest records',
  latestTen: 'Latest 10 usage records',
  latestFailed: 'Couldn’t load the latest records',
  noRecords: 'No records yet',
  noRecordsHint: 'Calls to your deployments appear here.',
  when: 'When',
  what: 'What',
  quantity: 'Quantity',
  kind: '{kind, select, message {Message} api_call {API call} storage {Storage} other {{kind}}}',

  plans: 'Plans',
  plansText: 'Change your plan at any time. Prices are in US dollars.',
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

/** Undefined for a status this release does not know; it is then shown as stored. */
export function statusName(status: string): string | undefined {
  const known = statuses.find((each) => each === status);
  return known && t(`status-${known}`);
}
