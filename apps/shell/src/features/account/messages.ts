/** The text of the profile dialog. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  mailsText: 'Emails about spend limits and price changes are always sent.',
  mailsReviews: 'Email me reviews of my agents',
  mailsFailures: 'Email me when a deployment fails',
  profileText: 'Shown with your agents in the marketplace. Nothing else about you is public.',
  profileSaved: 'Your profile is saved',
  profileFailed: 'Couldn’t save your profile. Try again in a moment.',
  profileLoadFailed: 'Couldn’t load your profile',
  displayName: 'Display name',
  displayNameHint: 'Without a name, your agents say “Anonymous”.',
  about: 'About',
  aboutHint: 'The agents that you build, and who uses them.',
  links: 'Links',
  linksHint: 'One address per line, up to {count, number}.',
  'links-invalid': 'Enter addresses that start with https://, one per line.',
  'links-many': 'Enter up to {count, number} addresses.',
  publicPageText: 'Your page in the marketplace appears with your first published agent.',
  publicPage: 'See your page',
  picture: 'Picture',
  pictureHint: 'Cropped to a square and shown at once, with your agents. Location data is removed.',
  'picture-choose': 'Upload a picture',
  'picture-replace': 'Replace',
  'picture-remove': 'Remove',
  'picture-unreadable': 'This file can’t be read as a picture. Choose a PNG, JPEG or WebP file.',
  'picture-small': 'This picture is too small. Choose one of at least 16 × 16 pixels.',
  'picture-large': 'This file is larger than 25 MB. Choose a smaller one.',
  'picture-limit': 'You can save 50 pictures a day. Try again tomorrow.',
  'picture-failed': 'The picture wasn’t changed. Check your connection and try again.',
  pictureColor: 'Color without a picture',
  'color-auto': 'Automatic',
  'color-red': 'Red',
  'color-orange': 'Orange',
  'color-green': 'Green',
  'color-teal': 'Teal',
  'color-blue': 'Blue',
  'color-violet': 'Violet',
  'color-pink': 'Pink',
  save: 'Save',
  discardTitle: 'Discard your changes?',
  discardText: 'They aren’t saved yet.',
  keepEditing: 'Keep editing',
  discard: 'Discard',
});

/** A function: the shell is evaluated before its translation is there. */
export const colorNames = () => ({
  auto: t('color-auto'),
  red: t('color-red'),
  orange: t('color-orange'),
  green: t('color-green'),
  teal: t('color-teal'),
  blue: t('color-blue'),
  violet: t('color-violet'),
  pink: t('color-pink'),
});

/** A function, as `colorNames`. */
export const pictureTexts = () => ({
  choose: t('picture-choose'),
  replace: t('picture-replace'),
  remove: t('picture-remove'),
  unreadable: t('picture-unreadable'),
  small: t('picture-small'),
  large: t('picture-large'),
});
