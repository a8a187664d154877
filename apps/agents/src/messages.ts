/**
 * Strings that several parts of this slice show, as ICU messages. Each part has the text that only it shows in its folder's
 * `messages.ts`, which loads with it.
 */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  name: 'Name',
  descriptionLabel: 'Description',
  save: 'Save Changes',
  saved: 'Changes saved',
  saveFailed: 'Couldn’t save your changes',
  cancel: 'Cancel',
  backToForm: 'Back to the form',
  interactions: 'Interactions',
  testTitle: 'Test {name}',
  playground: 'Playground',
  installs: 'Installs',
  undo: 'Undo',
  checkDescription: 'A description',
  checkCategory: 'A category',
  checkPrice: 'A price',
  retry: 'Try again',
  conversation: 'Conversation with {name}',
  stopped: 'Stopped',
  wasDeleted: 'This agent was deleted',
  cannotTry: 'This agent isn’t available',
  sharedConversations: 'Shared conversations',
});

/** A function: the language may be known only after this module was loaded. */
export const checkNames = () => ({
  description: t('checkDescription'),
  category: t('checkCategory'),
  price: t('checkPrice'),
});
