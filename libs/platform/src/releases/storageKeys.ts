/** Keys of browser storage that modules and the script before the first paint share. */

/** In local storage: the visitor's random id. */
export const visitorKey = 'slipway.visitor';
/** In session storage: the versions of each slice that failed in this tab. */
export const failedKey = 'slipway.failed';
/** In session storage: the releases that the user asked for. */
export const overridesKey = 'slipway-overrides';
