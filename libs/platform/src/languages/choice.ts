/** The user's choice of a language, kept in this browser. */
import { SOURCE_LANGUAGE } from '@slipway/contracts';
import { createStoredValue, json } from '@slipway/state';

const stored = createStoredValue<string>(
  () => localStorage,
  'slipway-language',
  json((value) => (typeof value === 'string' ? value : '')),
);

/** The chosen language, or the first that is offered: the default of the environment. */
export const chosenLanguage = (offered: readonly string[]): string =>
  offered.find((tag) => tag === stored.get()) ?? offered[0] ?? SOURCE_LANGUAGE;

/** Reloads the page: modules keep the texts that they were evaluated with. */
export function chooseLanguage(tag: string): void {
  stored.set(tag);
  window.location.reload();
}
