/** The text of the dialog that edits the page of an agent. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  pageTitle: 'Page of {name}',
  pageText: 'Shown in the marketplace once the agent is published.',
  pageSaved: 'The page is saved',
  pageFailed: 'Couldn’t save the page. Try again in a moment.',
  pageLoadFailed: 'Couldn’t load the page',
  icon: 'Icon',
  iconHint:
    'Cropped to a square and shown at once. Without an icon, one is generated from the name and the category.',
  'picture-choose': 'Upload an icon',
  'picture-replace': 'Replace',
  'picture-remove': 'Remove',
  'picture-unreadable': 'This file can’t be read as a picture. Choose a PNG, JPEG or WebP file.',
  'picture-small': 'This picture is too small. Choose one of at least 16 × 16 pixels.',
  'picture-large': 'This file is larger than 25 MB. Choose a smaller one.',
  'picture-limit': 'You can save 50 pictures a day. Try again tomorrow.',
  'picture-deleted': 'This agent was deleted, so its icon wasn’t changed.',
  'picture-failed': 'The picture wasn’t changed. Check your connection and try again.',
  pageColor: 'Color of icon and cover',
  readme: 'README',
  readmeHint: 'Markdown: headings, lists, links, code. HTML is shown as text, images as their description.',
  examples: 'Example prompts',
  examplesHint: 'One per line, up to {count, number}. Visitors can send one with a click.',
  examplesInvalid: 'Enter up to {count, number} prompts of up to {length, number} characters, one per line.',
  'color-auto': 'Automatic',
  'color-red': 'Red',
  'color-orange': 'Orange',
  'color-green': 'Green',
  'color-teal': 'Teal',
  'color-blue': 'Blue',
  'color-violet': 'Violet',
  'color-pink': 'Pink',
});

// Functions: the language may be known only after this module was loaded.

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

export const pictureTexts = () => ({
  choose: t('picture-choose'),
  replace: t('picture-replace'),
  remove: t('picture-remove'),
  unreadable: t('picture-unreadable'),
  small: t('picture-small'),
  large: t('picture-large'),
});
