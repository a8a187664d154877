/** The languages of releases and of compositions (decision 063). English is in the code; other languages are files. */
import * as v from 'valibot';

/** The language that the code contains. */
export const SOURCE_LANGUAGE = 'en';

/** A language tag (BCP 47), such as `de` or `pt-BR`. */
export const languageTag = v.pipe(
  v.string('must be a language tag'),
  v.regex(/^[a-z]{2,3}(?:-[A-Z][A-Za-z]{1,3})?$/, 'must be a language tag such as de or pt-BR'),
);

/** Titles and labels of a manifest: the English text and its translation. */
const names = v.record(v.string(), v.string());

/** A release's translations by language: the file with its messages, and the names of its manifest. */
export const translationsSchema = v.record(languageTag, v.object({ file: v.string(), names }));

/** A composition's languages. Only where the environment offers more than English. */
export const languagesSchema = v.object({
  /** The first is the default. */
  offered: v.array(languageTag),
  /** Language to the bases of releases, each with its translation. */
  translations: v.record(
    languageTag,
    v.record(v.string(), v.object({ file: v.string(), integrity: v.string(), names })),
  ),
});

/** The languages of a composition, and where their files are. */
export type Languages = v.InferOutput<typeof languagesSchema>;
/** The languages of a release, and their files. */
export type Translations = v.InferOutput<typeof translationsSchema>;
