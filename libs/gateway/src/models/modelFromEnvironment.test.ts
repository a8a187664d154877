/** The variables of the model, its fallbacks and its model for embeddings. */
import { expect, test } from 'vitest';
import { modelFromEnvironment } from './modelFromEnvironment';

const first = { MODEL_BASE_URL: 'https://models.example/v1', MODEL_NAME: 'first' };

test('is the sample model without variables, which has no embeddings', () => {
  const { name, embeddings } = modelFromEnvironment({});
  expect([name, embeddings]).toEqual(['sample', undefined]);
});

test('has embeddings where a model for them is named, with fallbacks too', () => {
  expect(modelFromEnvironment(first).embeddings).toBeUndefined();
  const named = { ...first, MODEL_EMBEDDING_NAME: 'vectors', MODEL_FALLBACK_NAME: 'second' };
  expect(modelFromEnvironment(named).embeddings?.name).toBe('vectors');
});

test('names the variable that is missing or wrong', () => {
  const failure = (env: NodeJS.ProcessEnv) => () => modelFromEnvironment({ ...first, ...env });
  expect(failure({ MODEL_FALLBACK_2_NAME: 'b' })).toThrow(
    /^MODEL_FALLBACK_NAME is missing, but a later fallback/,
  );
  expect(failure({ MODEL_FALLBACK_NAME: 'a', MODEL_FALLBACK_3_NAME: 'c' })).toThrow(
    /^MODEL_FALLBACK_2_NAME /,
  );
  expect(failure({ MODEL_FALLBACK_NAME: 'a', MODEL_FALLBACK_BASE_URL: 'x' })).toThrow(
    /^MODEL_FALLBACK_BASE_URL /,
  );
  expect(failure({ MODEL_NAME: '' })).toThrow(/^MODEL_NAME is missing/);
});
