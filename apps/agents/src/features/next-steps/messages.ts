/** The text of the next steps after a form was sent, and of a failure. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  nextSteps: 'Next steps for {name}',
  'nextSteps-draft': 'It’s saved as a draft that only you can see.',
  'nextSteps-published': 'It’s published. Everyone can find and use it.',
  'nextSteps-private': 'It’s unpublished. New users can’t find it.',
  'nextSteps-archived': 'It’s archived. Publish it to bring it back.',
  stepTest: 'Test it',
  stepTestHint: 'Chat with it. It’s free, and nothing is saved.',
  stepPublish: 'Publish it',
  stepPublishReady: 'Then everyone can find it.',
  stepDeploy: 'Deploy it',
  stepDeployHint: 'After it’s published: get an endpoint and an API key.',
  stepDone: 'Done',
  dismissSteps: 'Not now',

  notCreated: '{name} isn’t created yet',
  inputKept: 'The form still has what you typed.',
  seePlans: 'See plans',
});
