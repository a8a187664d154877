/** Rejects what no build would translate: translations beside no catalog, and catalogs with another name than `messages.ts`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { AppError, languageTag, parseDocument } from '@slipway/contracts';
import type { Catalogs } from './translations';

/** The first catalog of a slice or a library is at the root of its sources. */
const rootsOf = (catalogs: Catalogs) =>
  Object.entries(catalogs)
    .flatMap(([file, id]) => (id.includes('/') ? [] : [dirname(file)]))
    .filter((root) => existsSync(root));

const filesBelow = (root: string) => readdirSync(root, { recursive: true, withFileTypes: true });

const invalid = (path: string, reason: string) =>
  new AppError('invalid_input', `${relative(process.cwd(), path)}: ${reason}`);

/** @throws `invalid_input`, naming the file, for a name without a language tag, and for a file without a catalog beside it */
export function rejectStrayTranslations(catalogs: Catalogs): void {
  const folders = new Set(Object.keys(catalogs).map((file) => dirname(file)));
  for (const { name, parentPath } of rootsOf(catalogs).flatMap(filesBelow)) {
    const [, tag] = /^messages\.(.+)\.json$/.exec(name) ?? [];
    if (tag === undefined) continue;
    const path = join(parentPath, name);
    parseDocument(languageTag, tag, `${relative(process.cwd(), path)}: ${tag}`);
    if (!folders.has(parentPath))
      throw invalid(path, 'there is no messages.ts beside it: move it to the catalog that it translates');
  }
}

const isSource = /(?<!\.test)\.tsx?$/;
const definesMessages = /^(?:export )?const \w+ = defineMessages\(/m;

/** The build neither compiles nor translates such a catalog. @throws `invalid_input`, naming the file */
export function rejectStrayCatalogs(catalogs: Catalogs): void {
  for (const { name, parentPath } of rootsOf(catalogs).flatMap(filesBelow)) {
    if (name === 'messages.ts' || !isSource.test(name)) continue;
    const path = join(parentPath, name);
    if (definesMessages.test(readFileSync(path, 'utf8')))
      throw invalid(
        path,
        'a catalog is a messages.ts: move it to one, in a folder below src if it loads separately',
      );
  }
}
