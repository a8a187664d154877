/** The text of the dialog that creates a deployment. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  externalAgent: '{name} (runs elsewhere)',
  newHint: 'It’s ready for calls two seconds after you create it.',
  name: 'Name',
  nameHint: 'my-chatbot-v1',
  endpointPreview: 'Endpoint: {url}',
  agent: 'Agent',
  chooseAgent: 'Choose an agent',
  noAgents: 'No active agents to deploy',
  nameMissing: 'Enter a name',
  nameUnusable: 'Use at least one letter (a to z) or digit',
  nameTooLong: 'Use at most 80 characters',
  nameTaken: 'You already have a deployment with this name. Choose another.',
  agentMissing: 'Choose an agent',
  priceIs: 'Price: {price}',
  priceOwn: 'Price: free, because it’s your agent',
  estimateMessages: '{count, number} messages cost ${cost, number, ::.00}. You pay only for answered calls.',
  estimateMonth: 'Up to ${cost, number, ::.00} a month: you pay from now until you stop it.',
  estimateFree: 'Calls cost nothing besides your plan.',
  quotaLeft: '{plan} plan: {left, number} of {quota, number} messages left until {day} (UTC).',
  quotaUnlimited: '{plan} plan: unlimited messages.',
  quotaUsedUp: 'The messages of your {plan} plan are used up. Calls are rejected until {day} (UTC).',
  quoteFailed: 'Couldn’t load the price. Try again before you create the deployment.',
  seePlans: 'See plans',
  create: 'Create Deployment',
});
