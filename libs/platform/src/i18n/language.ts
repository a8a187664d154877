/**
 * The language of messages, numbers and times. A shell without translations is English: the build replaces the condition
 * by a constant, and removes the rest.
 */
export const language = (): string =>
  process.env.SLIPWAY_LANGUAGES === 'translated' ? document.documentElement.lang : 'en';
