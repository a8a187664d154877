/** The text of spend limits, on the billing page and in the details of a deployment. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  spendLimits: 'Spend limits',
  spendLimitsHint:
    'The most that calls may cost in a calendar month (UTC). Calls that could exceed a limit are rejected. Plans and monthly prices don’t count. Set limits for deployments and keys in a deployment’s details.',
  deploymentLimitsHint:
    'The most that calls of this deployment, or with one of its keys, may cost in a calendar month (UTC). Calls that could exceed a limit are rejected.',
  spendLimitsFailed: 'Couldn’t load your spend limits',
  yourAccount: 'Your account',
  yourAccountInText: 'your account',
  spentUnlimited: '{spent} this month, no limit',
  spentOf: '{spent} of {amount} this month',
  limitAlert:
    '{state, select, zero {The limit is reached. Calls that cost anything are rejected until you raise or remove it.} reached {The limit is reached. Calls are rejected until {day} (UTC), or until you raise it.} other {{percent, number}% of the limit is used. It resets on {day} (UTC).}}',
  limitOf: 'Monthly limit of {name}, in US dollars',
  limitInvalid: 'Enter an amount from 0 to 1,000,000, with at most two decimals',
  noLimit: 'No limit',
  saveLimit: 'Save',
  saveLimitOf: 'Save the limit of {name}',
  removeLimit: 'Remove',
  removeLimitOf: 'Remove the limit of {name}',
  limitSaved: 'Limit saved',
  limitRemoved: 'Limit removed',
  limitFailed: 'Couldn’t change the limit. Please try again.',
});
