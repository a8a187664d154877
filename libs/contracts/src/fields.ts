/**
 * Descriptions of values as data, for manifests: the props of a slot, the configuration of a slice. A subset of JSON Schema's
 * terms, from which the compiler infers the type of the values and the check compares both sides.
 */

/** The description of one value. */
export interface Field {
  type: 'string' | 'number' | 'boolean' | 'list';
  /** Whether the value may be absent. */
  optional?: true;
  /** The value where none is set. */
  default?: string | number | boolean | readonly string[];
  /** The values that a `string` may have. */
  oneOf?: readonly string[];
  /** The limits of a `number`. */
  min?: number;
  max?: number;
  /** Documentation for the deployers who set the value. */
  description?: string;
}

/** Descriptions of values by name. */
export type Fields = Readonly<Record<string, Field>>;

interface Types {
  string: string;
  number: number;
  boolean: boolean;
  /** A list of texts. */
  list: readonly string[];
}

type ValueOf<F extends Field> = F extends { oneOf: readonly (infer Value)[] } ? Value : Types[F['type']];

type MaybeAbsent<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { optional: true } ? Name : never;
}[keyof F];

/** The values that fields describe. */
export type ValuesOf<F extends Fields> = {
  readonly [Name in Exclude<keyof F, MaybeAbsent<F>>]: ValueOf<F[Name]>;
} & { readonly [Name in MaybeAbsent<F>]?: ValueOf<F[Name]> };

/** The rule of the field that `value` breaks, such as `must be from 1 to 50`, or undefined. */
export function problemOf({ type, oneOf, min, max }: Field, value: unknown): string | undefined {
  if (type === 'list') {
    const isList = Array.isArray(value) && value.every((each) => typeof each === 'string');
    return isList ? undefined : 'must be a list of texts';
  }
  if (typeof value !== type) return `must be a ${type}`;
  if (oneOf && !oneOf.includes(value as string)) return `must be ${oneOf.join(' or ')}`;
  if (typeof value === 'number' && !(value >= (min ?? -Infinity) && value <= (max ?? Infinity))) {
    return limitsOf(min, max);
  }
  return undefined;
}

/** The rule of a number. Without a limit, only NaN breaks it. */
function limitsOf(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return `must be from ${String(min)} to ${String(max)}`;
  if (min !== undefined) return `must be at least ${String(min)}`;
  return max === undefined ? 'must be a number' : `must be at most ${String(max)}`;
}

/** Every reason why `values` do not match the fields, such as `limit must be at most 50`. */
export function fieldProblems(fields: Fields, values: Readonly<Record<string, unknown>>): string[] {
  const unknown = Object.keys(values).filter((name) => !(name in fields));
  return [
    ...unknown.map((name) => `${name} is unknown; known: ${Object.keys(fields).join(', ') || 'none'}`),
    ...Object.entries(fields).flatMap(([name, field]) => {
      const value = values[name];
      if (value === undefined) {
        return field.optional || field.default !== undefined
          ? []
          : [`${name} is missing, and has no default`];
      }
      const problem = problemOf(field, value);
      return problem === undefined ? [] : [`${name} ${problem}`];
    }),
  ];
}

/**
 * The values by name. One that is missing, or whose type is that of another release, is replaced by the field's
 * default.
 */
export const fieldValues = <const F extends Fields>(
  fields: F,
  values: Readonly<Record<string, unknown>> = {},
): ValuesOf<F> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = values[name];
      const isValid = value !== undefined && problemOf(field, value) === undefined;
      const chosen = isValid ? value : field.default;
      return chosen === undefined ? [] : [[name, chosen]];
    }),
  ) as ValuesOf<F>;

/** Every reason why values that match `given` may not match `expected`. */
export const fieldMismatches = (given: Fields, expected: Fields): string[] =>
  Object.entries(expected).flatMap(([name, field]) => {
    const other = given[name];
    if (!other) return field.optional ? [] : [`${name} is not passed`];
    if (other.type !== field.type) return [`${name} is a ${other.type}, not a ${field.type}`];
    if (other.optional && !field.optional) return [`${name} may be absent`];
    const added =
      field.oneOf && (other.oneOf ?? ['any text']).filter((value) => !field.oneOf?.includes(value));
    return added && added.length > 0 ? [`${name} may be ${added.join(' or ')}`] : [];
  });
