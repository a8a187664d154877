/**
 * Message catalogs: `export const t = defineMessages({ … })` in a slice's `src/messages.ts`, and in a `messages.ts` of folders
 * below it. Messages are ICU text. The build compiles them (`tools/build/src`), so that the page needs no parser.
 */
import type { GetICUArgs } from '@schummar/icu-type-parser';
import format, { type CompiledMessage, type FormatOptions } from 'icu-minify/format';
import { englishNumber, englishPlural } from './english';
import { language } from './language';

/** The arguments of a message, inferred from its text. */
type Arguments<Message extends string> = GetICUArgs<
  Message,
  { ICUArgument: string | number; ICUNumberArgument: number; ICUDateArgument: Date }
>;

type Needed<Message extends string> = keyof Arguments<Message> extends never
  ? []
  : [values: Arguments<Message>];

/** Formats the message with a key. An unknown key, or a missing or wrong argument, does not compile. */
export type Translate<Catalog extends Readonly<Record<string, string>>> = <
  Key extends keyof Catalog & string,
>(
  key: Key,
  ...values: Needed<Catalog[Key]>
) => string;

/** `Intl` objects are expensive to create, and a page needs only a few. */
function cached<Options, Formatter>(create: (locale: string | undefined, options?: Options) => Formatter) {
  const cache = new Map<string, Formatter>();
  return (locale?: unknown, options?: Options): Formatter => {
    const key = JSON.stringify([locale, options]);
    const existing = cache.get(key);
    if (existing) return existing;
    const created = create(locale as string | undefined, options);
    cache.set(key, created);
    return created;
  };
}

const numberFormat = cached(
  (locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
const pluralRules = cached(
  (locale, options?: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options),
);

const hasOnlyDigits = (options: object) =>
  Object.keys(options).every((name) => name.endsWith('FractionDigits'));

/** The compiled messages call only `format` and `select`. */
const formatters = {
  getDateTimeFormat: cached(
    (locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
  ),
  getNumberFormat: (locale?: unknown, options: Intl.NumberFormatOptions = {}) => ({
    format: (value: number) =>
      (locale === 'en' && hasOnlyDigits(options) ? englishNumber(value, options) : undefined) ??
      numberFormat(locale, options).format(value),
  }),
  getPluralRules: (locale?: unknown, options?: Intl.PluralRulesOptions) =>
    locale === 'en' && options?.type !== 'ordinal' ? { select: englishPlural } : pluralRules(locale, options),
} as FormatOptions['formatters'];

/** Defines the text of a slice or of one of its parts, as ICU messages. Returns the function that formats a message by its key. */
export function defineMessages<const Catalog extends Readonly<Record<string, string>>>(
  catalog: Catalog,
): Translate<Catalog> {
  const compiled = catalog as unknown as Readonly<Record<string, CompiledMessage>>;
  return (key, ...values) => {
    const message = compiled[key];
    // A slice is built with its catalog, so only a key that bypassed the compiler can be missing.
    if (message === undefined) return key;
    return String(
      format(message, language(), values[0] as Record<string, string | number | Date>, { formatters }),
    );
  };
}
