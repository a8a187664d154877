/** JSON in files that users edit. */
import { AppError } from '@slipway/contracts';

/**
 * The value of a file's text; a byte order mark, which some editors write, is ignored.
 * `title` names the file, and `remedy` ends the message. @throws `invalid_input` with the line of the error, if it is known
 */
export function parseJsonFile(
  text: string,
  title: string,
  remedy = 'correct it, then run the command again',
): unknown {
  const json = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(json) as unknown;
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    const [, at] = / at position (\d+)/.exec(detail) ?? [];
    const line = at === undefined ? '' : `:${String(json.slice(0, Number(at)).split('\n').length)}`;
    throw new AppError('invalid_input', `${title}${line} is not valid JSON: ${detail}; ${remedy}`, { cause });
  }
}
