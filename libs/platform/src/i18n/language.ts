/** The language of messages, numbers and times. The app has one; a second would make this a setting. */
export const language = 'en-US';
