/** The text of the agents page: the list of agents and the templates. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  title: 'AI Agents',
  description: 'Write a prompt, test your agent and publish it.',
  authRequired: 'Authentication Required',
  authRequiredHint: 'Sign in to see your agents.',
  signIn: 'Sign In',

  createAgent: 'Create Agent',
  configureTitle: 'Configure {name}',
  nameHidden: 'The name has invisible characters. Delete it and type it again.',
  saveDeleted: 'This agent was deleted. Undo that to save your changes.',
  planLimit: 'Your Starter plan includes 1 agent. Archive or delete your agent, or upgrade your plan.',
  created: 'Agent created successfully!',
  createFailed: 'Couldn’t create the agent',
  draftNotCreated: 'Not created',

  ownAgents: 'Your agents',
  loading: 'Loading your agents',
  loadFailed: 'Couldn’t load your agents',
  empty: 'You have no agents yet',
  emptyHint: 'Start from a template or a blank form.',
  createFirst: 'Create your first agent',
  templates: 'Templates',
  templatesHint: 'Three starting points. The numbers are examples.',
  'template-customer-support-bot-name': 'Customer Support Bot',
  'template-customer-support-bot-description':
    'Answers customers from your help center, and hands over to your team when it is not sure.',
  'template-customer-support-bot-prompt':
    'You answer customers of our shop, politely and briefly. Use only the help center. When you are not sure, tell the customer, and offer to hand over to our team with a summary of the conversation.',
  'template-sales-assistant-name': 'Sales Assistant',
  'template-sales-assistant-description':
    'Qualifies leads, drafts follow-ups in your tone, and books the meeting.',
  'template-sales-assistant-prompt':
    'You qualify inbound leads. Ask about budget, need and timeline, one question at a time. Draft follow-ups in a friendly, plain tone. Propose a meeting once the lead is ready to talk. Never promise a discount.',
  'template-content-creator-name': 'Content Creator',
  'template-content-creator-description':
    'Turns an outline into posts and newsletters that follow your style guide.',
  'template-content-creator-prompt':
    'You turn outlines into blog posts, newsletters and social updates. Follow the style guide: short sentences, active voice, no jargon. Cite the source of every figure. Offer two headlines.',

  status: 'Status',
  lastUpdated: 'Last Updated',
  template: 'Template',
  'lifecycle-draft': 'Draft',
  'lifecycle-published': 'Published',
  'lifecycle-private': 'Private',
  'lifecycle-archived': 'Archived',
  suspended: 'Suspended',
  suspendedHint: 'Calls are rejected. Your notifications say why.',
  deploymentsEnd: 'Deployments stop on {day}',
  deploymentsEnded: 'Deployments stopped on {day}',
  configure: 'Configure',
  configureOf: 'Configure {name}',
  test: 'Test',
  testOf: 'Test {name}',
  configFailed: 'Couldn’t load the agent. Try again in a moment.',
  moreActions: 'More actions for {name}',
  actions: 'Actions',
  view: 'View',
  asCards: 'Cards',
  asTable: 'Table',

  editPage: 'Edit page…',

  publish: 'Publish…',
  editListing: 'Edit listing…',
  unpublish: 'Unpublish',
  archive: 'Archive',
  unarchive: 'Move to drafts',
  delete: 'Delete',
  'done-unpublish': 'Agent unpublished',
  'done-archive': 'Agent archived',
  'done-unarchive': 'Agent moved to drafts',
  changeFailed: 'Couldn’t update the agent',
  deleted: 'Agent deleted',
  deleteFailed: 'Couldn’t delete the agent',
  deleteInUse: 'Other users run this agent. Archive it instead.',
  restored: 'Agent restored',
  restoreFailed: 'Couldn’t restore the agent',

  publishOf: 'Publish {name}',
  publishShort: 'Publish',
  deploy: 'Deploy',
  deployOf: 'Deploy {name}',
  readyToDeploy: 'Ready to deploy',
  needs: 'Needs {missing}',
  readyToPublish: 'Ready to publish',
  hidden: 'New users can’t find it',

  analytics: 'Analytics…',
});
