/**
 * The language of the page: the user's choice among those that the environment offers, or its default. Only shells with
 * translations contain this part.
 */
import type { IconProps } from '@slipway/design-system';
import { type Composition, SOURCE_LANGUAGE, type ShellManifest } from '@slipway/contracts';
import { waitForTranslations } from '../loading/translations';
import { runningShell } from '../releases/runningShell';
import { chosenLanguage } from './choice';
import { namesIn, translateNames, translateSlices } from './names';
import { createTranslate } from './translate';

const isRightToLeft = (tag: string) =>
  /^(?:Arab|Hebr|Syrc|Thaa|Nkoo|Adlm|Rohg)$/.test(new Intl.Locale(tag).maximize().script ?? '');

/** Icons that point in the reading direction are mirrored. Others, such as a line chart, are not. */
const mirrored: readonly IconProps['name'][] = [
  'arrowRight',
  'external',
  'messages',
  'send',
  'signOut',
  'tasks',
];

function mirrorIcons(): void {
  const icons = mirrored.map((name) => `[data-icon=${name}]`).join();
  const sheet = new CSSStyleSheet();
  sheet.insertRule(`:is(${icons}):dir(rtl) { scale: -1 1 }`);
  document.adoptedStyleSheets.push(sheet);
}

/**
 * Sets the language of the document and translates the shell. Returns the function that translates slices which arrive
 * later.
 */
export async function startLanguage(
  { languages, rest, slices, shell }: Composition,
  manifest: ShellManifest,
): Promise<(slices: Composition['slices']) => void> {
  const tag = chosenLanguage(languages?.offered ?? [SOURCE_LANGUAGE]);
  document.documentElement.lang = tag;
  document.documentElement.dir = isRightToLeft(tag) ? 'rtl' : 'ltr';
  if (document.documentElement.dir === 'rtl') mirrorIcons();
  const files = languages?.translations[tag] ?? {};
  const translate = createTranslate(files);
  waitForTranslations(({ base }) => translate(base));
  const names = namesIn(files);
  translateNames(names, manifest);
  if (rest) translateNames(names, rest);
  translateSlices(names, slices);
  await translate(runningShell(shell).base);
  return (added) => {
    translateSlices(names, added);
  };
}
