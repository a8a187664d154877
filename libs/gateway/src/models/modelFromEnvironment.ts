/** The model of this installation: the endpoint that its environment configures, or the sample model. */
import { AppError } from '@slipway/contracts';
import { readInteger } from '@slipway/server';
import type { Model } from './model';
import { fallbackModel } from './fallbackModel';
import { openAiModel } from './openAiModel';
import { sampleModel } from './sampleModel';

const MAX_FALLBACKS = 9;

function urlOf(env: NodeJS.ProcessEnv, name: string): string {
  const url = env[name];
  if (url && URL.canParse(url) && /^https?:/.test(url)) return url;
  throw new AppError('invalid_input', `${name} must be a URL such as https://api.openai.com/v1`);
}

/** The prefixes of the fallbacks' variables, in order: `MODEL_FALLBACK`, `MODEL_FALLBACK_2` … @throws `invalid_input` for a gap */
function fallbackNames(env: NodeJS.ProcessEnv): string[] {
  const prefixes = Array.from({ length: MAX_FALLBACKS }, (_, index) =>
    index === 0 ? 'MODEL_FALLBACK' : `MODEL_FALLBACK_${String(index + 1)}`,
  );
  const isSet = prefixes.map((prefix) => Boolean(env[`${prefix}_NAME`]));
  const gap = isSet.indexOf(false);
  const count = gap < 0 ? MAX_FALLBACKS : gap;
  if (isSet.slice(count).includes(true)) {
    throw new AppError(
      'invalid_input',
      `${prefixes[count] ?? ''}_NAME is missing, but a later fallback is set: number them without a gap`,
    );
  }
  return prefixes.slice(0, count);
}

/**
 * `MODEL_BASE_URL`, `MODEL_API_KEY`, `MODEL_NAME`, `MODEL_RETRIES`, `MODEL_TIMEOUT_MS`; `MODEL_EMBEDDING_NAME`; and
 * `MODEL_FALLBACK_NAME`, `MODEL_FALLBACK_2_NAME` and so on, each with a base URL and a key, which are the first model's
 * by default.
 * @throws `invalid_input`
 */
export function modelFromEnvironment(env: NodeJS.ProcessEnv): Model {
  const model = env['MODEL_NAME'];
  if (!env['MODEL_BASE_URL'] && !model) return sampleModel;
  const baseUrl = urlOf(env, 'MODEL_BASE_URL');
  if (!model)
    throw new AppError(
      'invalid_input',
      'MODEL_NAME is missing. Set it to the name of a model at MODEL_BASE_URL',
    );
  const retries = readInteger(env, 'MODEL_RETRIES', { max: 10 });
  const timeout = readInteger(env, 'MODEL_TIMEOUT_MS', { max: 600_000 });
  const apiKey = env['MODEL_API_KEY'] || 'none';
  const limits = {
    ...(retries === undefined ? {} : { retries }),
    ...(timeout === undefined ? {} : { timeout }),
  };
  const embeddingName = env['MODEL_EMBEDDING_NAME'];
  const first = openAiModel({
    ...{ baseUrl, model, apiKey, ...limits },
    ...(embeddingName ? { embeddingModel: embeddingName } : {}),
  });
  const others = fallbackNames(env).map((prefix) =>
    openAiModel({
      baseUrl: env[`${prefix}_BASE_URL`] ? urlOf(env, `${prefix}_BASE_URL`) : baseUrl,
      model: env[`${prefix}_NAME`] ?? '',
      apiKey: env[`${prefix}_API_KEY`] || apiKey,
      ...limits,
    }),
  );
  return others.length > 0 ? fallbackModel(first, ...others) : first;
}
