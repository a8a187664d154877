/** Validation where data enters: every problem at once, each with the field it is about. */
import { type GenericSchema, getDotPath, type InferOutput, safeParse } from 'valibot';
import { AppError } from './errors';

/**
 * Returns `input` as the schema's type.
 * `what` names the document for the reader, such as `apps/billing/slice.manifest.ts`.
 * @throws `invalid_input`: `<what>: <field>: <problem>; <field>: <problem>`
 */
export function parseDocument<const Schema extends GenericSchema>(
  schema: Schema,
  input: unknown,
  what: string,
): InferOutput<Schema> {
  const result = safeParse(schema, input);
  if (result.success) return result.output;
  const problems = result.issues.map((issue) => {
    const field = getDotPath(issue);
    return field ? `${field}: ${issue.message}` : issue.message;
  });
  throw new AppError('invalid_input', `${what}: ${problems.join('; ')}`);
}
