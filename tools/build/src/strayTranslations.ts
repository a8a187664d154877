/** Rejects translations that no build would contain, such as those beside no catalog. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { AppError, languageTag, parseDocument } from '@slipway/contracts';
import type { Catalogs } from './translations';

/** @throws `invalid_input`, naming the file, for a name without a language tag, and for a file without a catalog beside it */
export function rejectStrayTranslations(catalogs: Catalogs): void {
  const folders = new Set(Object.keys(catalogs).map((file) => dirname(file)));
  // The first catalog of a slice or a library is at the root of its sources.
  const roots = Object.entries(catalogs).flatMap(([file, id]) => (id.includes('/') ? [] : [dirname(file)]));
  for (const root of roots.filter((each) => existsSync(each))) {
    for (const { name, parentPath } of readdirSync(root, { recursive: true, withFileTypes: true })) {
      const [, tag] = /^messages\.(.+)\.json$/.exec(name) ?? [];
      if (tag === undefined) continue;
      const title = relative(process.cwd(), join(parentPath, name));
      parseDocument(languageTag, tag, `${title}: ${tag}`);
      if (!folders.has(parentPath))
        throw new AppError(
          'invalid_input',
          `${title}: there is no messages.ts beside it: move it to the catalog that it translates`,
        );
    }
  }
}
