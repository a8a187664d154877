/** The text of the question before input is discarded. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  discardTitle: 'Discard your changes?',
  discardText: 'They aren’t saved yet.',
  keepEditing: 'Keep editing',
  discard: 'Discard',
});
