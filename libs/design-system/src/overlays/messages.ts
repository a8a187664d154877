/** The texts of `DiscardDialog`. Not in `src/messages.ts`, which is part of the first script. */
export const messages = {
  discardTitle: 'Discard your changes?',
  discardText: 'They aren’t saved yet.',
  keepEditing: 'Keep editing',
  discard: 'Discard',
} as const;
