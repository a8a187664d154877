/** The texts of `DiscardDialog`: here, because the first script has those of `src/messages.ts`. */
export const messages = {
  discardTitle: 'Discard your changes?',
  discardText: 'They aren’t saved yet.',
  keepEditing: 'Keep editing',
  discard: 'Discard',
} as const;
