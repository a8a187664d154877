/** Whether a mailed link that led here has made its address the account's, for the page that reports it. */
import { createPageValue } from '../pageValue';

const changed = createPageValue(false);

/** Sets it after a link of a change of address has signed the user in; clears it once it was reported. */
export const setEmailChanged = (value: boolean): void => {
  changed.set(value);
};

/** Whether the link that led here has changed the user's email address, also in a browser that did not request it. */
export const useEmailChanged = (): boolean => changed.use();
