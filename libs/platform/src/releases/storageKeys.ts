/** Keys of browser storage that modules share with classic scripts, which cannot import them. */

/** In local storage: the visitor's random id. */
export const visitorKey = 'slipway.visitor';
/** In session storage: the versions of each slice that failed in this tab. */
export const failedKey = 'slipway.failed';
/** In session storage: the releases that the user asked for. */
export const overridesKey = 'slipway-overrides';
