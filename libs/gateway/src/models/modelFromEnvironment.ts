/** The model of this installation: the endpoint that its environment configures, or the sample model. */
import { AppError } from '@slipway/contracts';
import type { Model } from './model';
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

/** `MODEL_BASE_URL`, `MODEL_API_KEY`, `MODEL_NAME`, `MODEL_RETRIES`, `MODEL_TIMEOUT_MS`. @throws `invalid_input` */
export function modelFromEnvironment(env: NodeJS.ProcessEnv): Model {
  const baseUrl = env['MODEL_BASE_URL'];
  const model = env['MODEL_NAME'];
  if (!baseUrl && !model) return sampleModel;
  if (!baseUrl || !URL.canParse(baseUrl) || !/^https?:/.test(baseUrl)) {
    throw new AppError('invalid_input', 'MODEL_BASE_URL must be a URL such as https://api.openai.com/v1');
  }
  if (!model)
    throw new AppError(
      'invalid_input',
      'MODEL_NAME is missing. Set it to the name of a model at MODEL_BASE_URL',
    );
  const retries = count(env, 'MODEL_RETRIES', 10);
  const timeout = count(env, 'MODEL_TIMEOUT_MS', 600_000);
  return openAiModel({
    ...{ baseUrl, model, apiKey: env['MODEL_API_KEY'] || 'none' },
    ...(retries === undefined ? {} : { retries }),
    ...(timeout === undefined ? {} : { timeout }),
  });
}
