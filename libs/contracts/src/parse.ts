/** Validates input, and reports all issues at once with their fields. */
import { type BaseIssue, type GenericSchema, getDotPath, type InferOutput, safeParse } from 'valibot';
import { AppError } from './errors';

/** Valibot names a missing field by its key, one that does not exist by the type `never`, and a type by its class. */
function textOf({ message, expected, received }: BaseIssue<unknown>): string {
  if (message.startsWith('Invalid type:') && expected !== null)
    return `must be of type ${expected.toLowerCase()}, and is ${received}`;
  if (!message.startsWith('Invalid key:')) return message;
  if (expected === 'never') return 'is not a known field';
  return received === 'undefined' ? 'is missing' : message;
}

/**
 * Returns `input` as the schema's type.
 * `what` names the document in the message, such as `apps/billing/slice.manifest.ts`.
 * @throws `invalid_input`: `<what>: <field>: <issue>; <field>: <issue>`
 */
export function parseDocument<const Schema extends GenericSchema>(
  schema: Schema,
  input: unknown,
  what: string,
): InferOutput<Schema> {
  const result = safeParse(schema, input);
  if (result.success) return result.output;
  const issues = result.issues.map((issue) => {
    const field = getDotPath(issue);
    return field ? `${field}: ${textOf(issue)}` : textOf(issue);
  });
  throw new AppError('invalid_input', `${what}: ${issues.join('; ')}`);
}
