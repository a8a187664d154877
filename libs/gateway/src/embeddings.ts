/**
 * `POST …/embeddings`, as OpenAI's: texts in, vectors out. A request is one call of the deployment, with the guarantees of
 * `modelRunner.ts`, whose output is one text: the vectors in base64, which is also what OpenAI's libraries ask for.
 */
import * as v from 'valibot';
import type { CompletionEvent } from './modelRun';
import { fromBase64 } from './models/embedding';
import { text } from './requests';

/** Texts of one request, which is one message of the quota. */
const MAX_TEXTS = 64;

/** Known models have up to 4,096 dimensions. */
const MAX_DIMENSIONS = 8_192;

export const embeddingSchema = v.strictObject({
  model: v.optional(v.string('must be text')),
  input: v.union(
    [
      text,
      v.pipe(
        v.array(text, 'must be a list'),
        v.minLength(1, 'must not be empty'),
        v.maxLength(MAX_TEXTS, `must have up to ${String(MAX_TEXTS)} texts`),
      ),
    ],
    'must be text or a list of texts',
  ),
  encoding_format: v.nullish(v.picklist(['float', 'base64'], 'must be "float" or "base64"'), 'float'),
  dimensions: v.nullish(
    v.pipe(
      v.number('must be a number'),
      v.integer('must be a whole number'),
      v.minValue(1, 'must be 1 or more'),
      v.maxValue(MAX_DIMENSIONS, `must be ${String(MAX_DIMENSIONS)} or less`),
    ),
  ),
  user: v.nullish(v.pipe(v.string('must be text'), v.maxLength(200, 'must have up to 200 characters'))),
});

/** OpenAI's list of embeddings, once the call is recorded. @throws `ApiProblem` */
export async function embeddingList(
  events: AsyncIterable<CompletionEvent>,
  { model, format }: { model: string; format: 'float' | 'base64' },
): Promise<object> {
  let output = '';
  let tokens = 0;
  for await (const event of events) {
    if ('text' in event) output += event.text;
    if ('end' in event) tokens = event.end.tokens.input;
  }
  return {
    object: 'list',
    data: output.split('\n').map((encoded, index) => ({
      object: 'embedding',
      index,
      embedding: format === 'base64' ? encoded : fromBase64(encoded),
    })),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}
