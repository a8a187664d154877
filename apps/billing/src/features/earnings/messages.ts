/** The text of the earnings by day and of payouts. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  noEarnings: 'No earnings in this period',
  noEarningsHint: 'Publish an agent with a price. Your share of its charges appears here.',
  charged: 'Charged',
  taxAndFee: 'Tax and fee',
  earned: 'Earned',
  agent: 'Agent',
  deletedAgent: 'Deleted agent',
  earningsChart: 'Earnings by day and agent',
  earningsTable: 'Earnings of each day and agent',
  moreEarnings: 'Show more earnings',
  payouts: 'Payouts',
  morePayouts: 'Show more payouts',
  payoutListFailed: 'Couldn’t load your payouts',
  noPayouts: 'No payouts yet',
  noPayoutsHint: 'Payouts are made at the start of a month, once they are set up.',
  payoutMade: 'Made',
  givenBack: 'Back in the balance',
  payoutStatus: 'Status',
  'payoutStatus-pending': 'On its way',
  'payoutStatus-paid': 'Paid',
  'payoutStatus-failed': 'Failed',
  'payoutStatus-reversed': 'Reversed',
});
