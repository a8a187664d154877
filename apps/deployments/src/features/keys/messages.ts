/** The text of a key that could not be copied. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  keyOf: 'API key of {name}',
  copyYourself: 'Your browser doesn’t allow this page to copy. Select the key below and copy it.',
});
