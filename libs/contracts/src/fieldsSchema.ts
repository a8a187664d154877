/** The schema of fields. Apart from `fields.ts`: pages read values, and never validate their descriptions. */
import * as v from 'valibot';
import { type Field, problemOf } from './fields';

const text = v.pipe(v.string('must be text'), v.nonEmpty('must not be empty'));

const fieldSchema = v.pipe(
  v.strictObject({
    type: v.picklist(
      ['string', 'number', 'boolean', 'list'],
      'must be "string", "number", "boolean" or "list"',
    ),
    optional: v.optional(v.literal(true, 'must be true')),
    default: v.optional(v.union([v.string(), v.number(), v.boolean(), v.array(v.string())])),
    oneOf: v.optional(v.array(text)),
    min: v.optional(v.number()),
    max: v.optional(v.number()),
    description: v.optional(text),
  }),
  v.check(
    (field) => field.default === undefined || problemOf(field as Field, field.default) === undefined,
    'has a default that is no value of it',
  ),
);

export const fieldsSchema = v.record(
  v.pipe(v.string(), v.regex(/^[a-z][A-Za-z0-9]{0,39}$/, 'must be a name such as pageSize')),
  fieldSchema,
);
