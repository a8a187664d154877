/** The texts of this slice, as ICU messages that the build compiles. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  title: 'What’s New',
  newest: '{count, plural, one {The newest agent} other {The # newest agents}}',
  empty: 'No agents yet',
  failed: 'Couldn’t load the newest agents',
  waiting: 'Loading the newest agents',
  signedIn: 'You are signed in as {email}.',
  visitor: 'Sign in to deploy one of them.',
  marketplace: 'All agents',
});
