/**
 * A slice's words: `export const t = defineMessages({ … })` in its `src/messages.ts`, and nowhere else.
 * A message is ICU text; the build compiles it (`tools/build/src/compileMessages.mjs`), so no parser is in the page.
 */
import type { GetICUArgs } from '@schummar/icu-type-parser';
import format, { type CompiledMessage, type FormatOptions } from 'icu-minify/format';
import { language } from './language';

/** What a message needs, read from its own text by the compiler. */
type Arguments<Message extends string> = GetICUArgs<
  Message,
  { ICUArgument: string | number; ICUNumberArgument: number; ICUDateArgument: Date }
>;

type Needed<Message extends string> = keyof Arguments<Message> extends never
  ? []
  : [values: Arguments<Message>];

/** The words of a key. A wrong key, or an argument too few or of another type, does not compile. */
export type Translate<Catalogue extends Readonly<Record<string, string>>> = <
  Key extends keyof Catalogue & string,
>(
  key: Key,
  ...values: Needed<Catalogue[Key]>
) => string;

/** `Intl` objects are dear to make; a page needs a handful. */
function kept<Options, Made>(make: (locale: string | undefined, options?: Options) => Made) {
  const made = new Map<string, Made>();
  return (locale?: unknown, options?: Options): Made => {
    const key = JSON.stringify([locale, options]);
    const before = made.get(key);
    if (before) return before;
    const fresh = make(locale as string | undefined, options);
    made.set(key, fresh);
    return fresh;
  };
}

const formatters: FormatOptions['formatters'] = {
  getDateTimeFormat: kept(
    (locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
  ),
  getNumberFormat: kept(
    (locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
  ),
  getPluralRules: kept((locale, options?: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options)),
};

export function defineMessages<const Catalogue extends Readonly<Record<string, string>>>(
  catalogue: Catalogue,
): Translate<Catalogue> {
  const compiled = catalogue as unknown as Readonly<Record<string, CompiledMessage>>;
  return (key, ...values) => {
    const message = compiled[key];
    // A release and its words are built together, so a missing one is a mistake in the key's type.
    if (message === undefined) return key;
    return String(
      format(message, language, values[0] as Record<string, string | number | Date>, { formatters }),
    );
  };
}
