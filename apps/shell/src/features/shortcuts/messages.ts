/** The text of the list of keyboard shortcuts. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  shortcutsHint: 'They work anywhere on a page, outside of text fields.',
  shortcutSearch: 'Search and run actions',
  shortcutList: 'Show this list',
  shortcutGo: 'Go to {page}',
  /** Between two keys that are pressed one after the other. */
  shortcutThen: 'then',
  shortcutClose: 'Close a dialog or menu',
  shortcutLetters: 'Use single-key shortcuts',
  shortcutLettersHint: 'Turn them off if you use speech input. The others still work.',
});
