/** The text of the form that creates or configures an agent. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  descriptionHint: 'Shown in the marketplace',
  prompt: 'System prompt',
  promptHint: 'Instructions for the model, sent before every conversation. Only you can see them.',
  temperature: 'Temperature',
  temperatureNumber: 'Temperature, as a number',
  temperatureHint: '0 gives consistent answers, 2 the most varied',
  maxTokens: 'Max tokens',
  maxTokensHint: 'Length limit of an answer, from 1 to 4,000',
  advanced: 'Advanced',
  allowsSystemMessages: 'Callers may add system messages',
  allowsSystemMessagesHint:
    'Programs that call a deployment can then send system and developer messages. They follow your prompt and can change how the agent behaves.',

  noticeDays: 'Notice period in days',
  noticeDaysHint:
    'How long deployments keep running after you unpublish or archive the agent, from 0 (they stop at once) to 365. A notice period that has begun keeps its end.',
  nameMissing: 'Agent name is required',
  descriptionMissing: 'Agent description is required',
  descriptionTooLong: 'Agent description must be 1,000 characters or fewer',
  temperatureWrong: 'Temperature must be from 0 to 2, in steps of 0.1',
  maxTokensWrong: 'Max tokens must be a whole number from 1 to 4,000',
  noticeDaysWrong: 'Notice period must be a whole number from 0 to 365',
  changelog: 'What changed',
  changelogHint: 'Shown to users who deployed this agent, with the new version. Up to 500 characters.',
  changedElsewhere: 'This agent was changed elsewhere since you opened this form. Nothing is saved yet.',
  changesKept: 'Your changes are still here, and the other fields show the current version.',
  replaces: 'Changed both here and there: {fields}. Saving replaces the other change.',
  loadCurrent: 'Load the current version',
  saveAnyway: 'Save anyway',
});
