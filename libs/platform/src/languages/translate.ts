/**
 * Translated messages. In a build with translations each catalog adds itself to `window.slipwayTexts` when it is
 * evaluated (`tools/build/src/compileMessages.mjs`), and uses the translation that is there. A catalog that was
 * evaluated before its translation arrived, such as the shell's, is changed in place.
 */
import type { Languages } from '@slipway/contracts';
import { log } from '@slipway/log';

type Catalog = Record<string, unknown>;
type Translation = Languages['translations'][string][string];

interface Texts {
  /** The catalogs that were evaluated, each with its id. */
  catalogs: [id: string, catalog: Catalog][];
  translations: Record<string, Catalog>;
}

/** Milliseconds to wait for the translation. After that, the release is in English. */
const LIMIT = 10_000;

function add(translations: Record<string, Catalog>): void {
  const texts = ((window as { slipwayTexts?: Texts }).slipwayTexts ??= { catalogs: [], translations: {} });
  Object.assign(texts.translations, translations);
  for (const [id, catalog] of texts.catalogs) Object.assign(catalog, translations[id]);
}

async function load(base: string, { file, integrity }: Translation): Promise<void> {
  try {
    const response = await fetch(base + file, { integrity, signal: AbortSignal.timeout(LIMIT) });
    add((await response.json()) as Record<string, Catalog>);
  } catch (error) {
    log.error(`${base} has no translation: it stays English`, error);
  }
}

/** Returns a function that translates the release at a base, once. */
export function createTranslate(files: Languages['translations'][string]) {
  const loading = new Map<string, Promise<void>>();
  return (base: string): Promise<void> => {
    const translation = files[base];
    const running = loading.get(base) ?? (translation ? load(base, translation) : Promise.resolve());
    loading.set(base, running);
    return running;
  };
}
