/** Validates input, and reports all issues at once with their fields. */
import { type GenericSchema, getDotPath, type InferOutput, safeParse } from 'valibot';
import { AppError } from './errors';

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
    return field ? `${field}: ${issue.message}` : issue.message;
  });
  throw new AppError('invalid_input', `${what}: ${issues.join('; ')}`);
}
