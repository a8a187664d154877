/** Emits one file per language with all messages of a release: `messages.de.<hash>.json`. Builds in English have none. */
import { type Compiler, rspack, type RspackPluginInstance } from '@rspack/core';
import type { Translations } from '@slipway/contracts';
import { collectError } from './compilationErrors';
import { contentHash } from './hashes';
import { rejectStrayFiles } from './strayFiles';
import { type Catalogs, languagesOf, readTranslation } from './translations';

export class TranslationsPlugin implements RspackPluginInstance {
  /** The field `languages` of the release; undefined for a build in English. */
  languages: Translations | undefined;

  constructor(
    private readonly catalogs: Catalogs,
    private readonly names: readonly string[],
  ) {}

  apply(compiler: Compiler): void {
    const tags = languagesOf(this.catalogs);
    // A constant: the code of `libs/platform/src/languages` is in a shell that has translations, and in no other.
    new rspack.DefinePlugin({
      'process.env.SLIPWAY_LANGUAGES': JSON.stringify(tags.length > 0 ? 'translated' : ''),
    }).apply(compiler);
    compiler.hooks.thisCompilation.tap('TranslationsPlugin', (compilation) => {
      const emit = () => {
        rejectStrayFiles(this.catalogs);
        if (tags.length === 0) return;
        const emitted = tags.map((tag) => {
          const { messages, names } = readTranslation(tag, this.catalogs, this.names);
          const bytes = Buffer.from(JSON.stringify(messages));
          const file = `messages.${tag}.${contentHash(bytes)}.json`;
          compilation.emitAsset(file, new compiler.rspack.sources.RawSource(bytes));
          return [tag, { file, names }] as const;
        });
        this.languages = Object.fromEntries(emitted);
      };
      compilation.hooks.processAssets.tapPromise('TranslationsPlugin', () => collectError(compilation, emit));
    });
  }
}
