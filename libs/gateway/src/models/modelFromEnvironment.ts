/** The model of this installation: the endpoint that its environment configures, or the sample model. */
import { AppError } from '@slipway/contracts';
import type { Model } from './model';
import { fallbackModel } from './fallbackModel';
import { openAiModel } from './openAiModel';
import { sampleModel } from './sampleModel';

function count(env: NodeJS.ProcessEnv, name: string, most: number): number | undefined {
  const text = env[name];
  if (!text) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > most) {
    throw new AppError(
      'invalid_input',
      `${name} is "${text}": it must be an integer from 0 to ${String(most)}`,
    );
  }
  return value;
}

function urlOf(env: NodeJS.ProcessEnv, name: string): string {
  const url = env[name];
  if (url && URL.canParse(url) && /^https?:/.test(url)) return url;
  throw new AppError('invalid_input', `${name} must be a URL such as https://api.openai.com/v1`);
}

/**
 * `MODEL_BASE_URL`, `MODEL_API_KEY`, `MODEL_NAME`, `MODEL_RETRIES`, `MODEL_TIMEOUT_MS`, and `MODEL_FALLBACK_NAME` with
 * `MODEL_FALLBACK_BASE_URL` and `MODEL_FALLBACK_API_KEY`, which are the first model's by default.
 * @throws `invalid_input`
 */
export function modelFromEnvironment(env: NodeJS.ProcessEnv): Model {
  const model = env['MODEL_NAME'];
  const fallback = env['MODEL_FALLBACK_NAME'];
  if (!env['MODEL_BASE_URL'] && !model) return sampleModel;
  const baseUrl = urlOf(env, 'MODEL_BASE_URL');
  if (!model)
    throw new AppError(
      'invalid_input',
      'MODEL_NAME is missing. Set it to the name of a model at MODEL_BASE_URL',
    );
  const retries = count(env, 'MODEL_RETRIES', 10);
  const timeout = count(env, 'MODEL_TIMEOUT_MS', 600_000);
  const apiKey = env['MODEL_API_KEY'] || 'none';
  const limits = {
    ...(retries === undefined ? {} : { retries }),
    ...(timeout === undefined ? {} : { timeout }),
  };
  const first = openAiModel({ baseUrl, model, apiKey, ...limits });
  if (!fallback) return first;
  return fallbackModel(
    first,
    openAiModel({
      baseUrl: env['MODEL_FALLBACK_BASE_URL'] ? urlOf(env, 'MODEL_FALLBACK_BASE_URL') : baseUrl,
      model: fallback,
      apiKey: env['MODEL_FALLBACK_API_KEY'] || apiKey,
      ...limits,
    }),
  );
}
