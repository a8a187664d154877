/** An environment's file with one changed field, from the text that a user typed. */
import { AppError, isAppError } from '@slipway/contracts';
import { type Environment, parseEnvironment } from './environment';
import { exampleOf } from './examples';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The meanings of a typed value: JSON, such as `true` or `{…}`, or the text itself, such as the port `8080`. */
function valuesOf(text: string): [unknown, ...unknown[]] {
  try {
    return [JSON.parse(text), text];
  } catch {
    return [text];
  }
}

/** A copy of `fields` with the value at a dotted path, such as `site.name`. @throws `invalid_input` */
function withField(fields: Fields, [first = '', ...rest]: readonly string[], value: unknown): Fields {
  if (['__proto__', 'constructor', 'prototype', ''].includes(first)) {
    throw new AppError('invalid_input', `"${first}" is not a field`);
  }
  // The text `embedded`, or a list, has no fields: what replaces it is checked as a whole.
  const inner = isFields(fields[first]) ? fields[first] : {};
  return { ...fields, [first]: rest.length === 0 ? value : withField(inner, rest, value) };
}

interface Changed {
  /** The content of the file with the field. */
  fields: Fields;
  environment: Environment;
}

/** `title` names the file. @throws `invalid_input` with an example, if the field is a list or an object */
export function changedFile(file: Fields, path: readonly string[], text: string, title: string): Changed {
  const parse = (value: unknown): Changed => {
    const fields = withField(file, path, value);
    return { fields, environment: parseEnvironment(fields, title) };
  };
  const [value, ...others] = valuesOf(text);
  try {
    return parse(value);
  } catch (error) {
    for (const other of others) {
      try {
        return parse(other);
      } catch {
        // The message about the first is the one to show.
      }
    }
    const field = path.join('.');
    const example = exampleOf(field);
    if (!isAppError(error) || example === undefined || typeof value === 'object') throw error;
    throw new AppError(
      'invalid_input',
      `${error.message}. Write JSON in quotes: slipway env set ${String(file['name'])} ${field} '${example}'`,
      { cause: error },
    );
  }
}
