/**
 * Whether the mailed link that opened this page has changed the account's email address, for the page that reports it.
 */
import { createPageValue } from '../pageValue';

const changed = createPageValue(false);

/** Set it after a link of a change of address has signed the user in; clear it once the change is reported. */
export const setEmailChanged = (value: boolean): void => {
  changed.set(value);
};

/**
 * Whether the link that opened this page has changed the user's email address, even in a browser that did not request
 * it.
 */
export const useEmailChanged = (): boolean => changed.use();
