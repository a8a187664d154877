/** The text of the confirmation before an agent that others run is withdrawn. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  'title-unpublish': 'Unpublish {name}?',
  'title-archive': 'Archive {name}?',
  stopsOn:
    '{count, plural, one {# deployment of another user stops on {day}, and keeps running until then. Its owner is notified.} other {# deployments of other users stop on {day}, and keep running until then. Their owners are notified.}}',
  stopsAtOnce:
    '{count, plural, one {# deployment of another user stops at once, because the agent has no notice period. Its owner is notified.} other {# deployments of other users stop at once, because the agent has no notice period. Their owners are notified.}}',
});
