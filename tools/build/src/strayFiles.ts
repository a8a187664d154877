/** Rejects what no build would translate: translations beside no catalog, and catalogs with another name than `messages.ts`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { AppError, languageTag, parseDocument } from '@slipway/contracts';
import type { Catalogs } from './translations';

const isSource = /(?<!\.test)\.tsx?$/;
const definesMessages = /^(?:export )?const \w+ = defineMessages\(/m;

/**
 * @throws `invalid_input`, naming the file, for a translation without a language tag or without a catalog beside it, and for a
 * catalog with another name
 */
export function rejectStrayFiles(catalogs: Catalogs): void {
  const folders = new Set(Object.keys(catalogs).map((file) => dirname(file)));
  // The first catalog of a slice or a library is at the root of its sources.
  const roots = Object.entries(catalogs).flatMap(([file, id]) => (id.includes('/') ? [] : [dirname(file)]));
  for (const root of roots.filter((each) => existsSync(each))) {
    for (const { name, parentPath } of readdirSync(root, { recursive: true, withFileTypes: true })) {
      const path = join(parentPath, name);
      const title = relative(process.cwd(), path);
      const [, tag] = /^messages\.(.+)\.json$/.exec(name) ?? [];
      if (tag !== undefined) {
        parseDocument(languageTag, tag, `${title}: ${tag}`);
        if (!folders.has(parentPath))
          throw new AppError(
            'invalid_input',
            `${title}: there is no messages.ts beside it: move it to the catalog that it translates`,
          );
      } else if (
        name !== 'messages.ts' &&
        isSource.test(name) &&
        definesMessages.test(readFileSync(path, 'utf8'))
      )
        throw new AppError(
          'invalid_input',
          `${title}: a catalog is a messages.ts: move it to one, in a folder below src if it loads separately`,
        );
    }
  }
}
