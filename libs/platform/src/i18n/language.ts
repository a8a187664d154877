/**
 * The language of messages, numbers and times. In a shell without translations the build replaces the condition by a
 * constant, and removes the other branch.
 */
export const language = (): string =>
  process.env.SLIPWAY_LANGUAGES === 'translated' ? document.documentElement.lang : 'en';
