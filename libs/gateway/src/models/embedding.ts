/** The call of a model for embeddings. Its output is one text, as a conversation's: the vectors in base64, one per line. */
import { ApiProblem } from '../apiProblem';
import type { Model, ModelPart } from './model';

export interface Embedding {
  texts: readonly string[];
  /** The wanted length of the vectors; undefined for the model's own. */
  dimensions: number | undefined;
}

/** 32-bit floats, little-endian. */
function toBase64(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * 4);
  vector.forEach((value, index) => bytes.writeFloatLE(value, index * 4));
  return bytes.toString('base64');
}

/** The vector of a line of the output. */
export function fromBase64(encoded: string): number[] {
  const bytes = Buffer.from(encoded, 'base64');
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4));
}

/** The model's output for texts. @throws `ApiProblem` 404 without a model for embeddings, 502, 503, 504 */
export async function* embeddingParts(
  model: Model,
  { texts, dimensions }: Embedding,
  signal: AbortSignal,
): AsyncGenerator<ModelPart, void, void> {
  if (!model.embeddings) throw noEmbeddings();
  const { vectors, tokens } = await model.embeddings.embed(texts, dimensions, signal);
  yield { text: vectors.map(toBase64).join('\n') };
  if (tokens !== undefined) yield { tokens: { input: tokens, output: 0 } };
}

export const noEmbeddings = () =>
  new ApiProblem(404, 'This installation has no model for embeddings', {
    at: 'model',
    code: 'model_not_found',
  });
