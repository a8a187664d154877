/** Every word of this slice, as ICU text; the build compiles it. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  title: 'What’s New',
  newest: '{count, plural, one {The newest agent} other {The # newest agents}}',
  empty: 'No agents yet',
  failed: 'The newest agents could not be read',
  waiting: 'Reading the newest agents',
  signedIn: 'You are signed in as {email}.',
  visitor: 'Sign in to deploy one of them.',
  marketplace: 'All agents',
});
