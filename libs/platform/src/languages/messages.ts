/** The text of the choice of a language. A separate catalog: a shell in English does not contain it. */
import { defineMessages } from '../i18n/defineMessages';

export const t = defineMessages({
  language: 'Language',
});
