/** The text of the analytics of an agent. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  analyticsTitle: 'Analytics for {name}',
  'days-7': '7 days',
  'days-30': '30 days',
  'days-90': '90 days',
  period: 'Period',
  day: 'Day',
  revenue: 'Revenue',
  installsAndInteractions: 'Installs and interactions per day',
  revenueByDay: 'Revenue per day',
  showAsTable: 'Show as table',
  noInstalls: 'No installs or interactions in this period',
  noRevenue: 'No revenue in this period',
  dollars: '${amount, number, ::.00}',
  analyticsFailed: 'Couldn’t load the analytics',
});
