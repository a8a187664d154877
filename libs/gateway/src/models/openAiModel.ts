/** Any endpoint that speaks OpenAI's chat completions: OpenAI, Azure, vLLM, Ollama, LiteLLM and others. */
import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import { Problem } from '../problem';
import type { Model } from './model';

export interface OpenAiModelOptions {
  /** Such as `https://api.openai.com/v1`. */
  baseUrl: string;
  /** Sent as a bearer token; some endpoints on one's own machine take any. */
  apiKey: string;
  /** As the endpoint calls it. */
  model: string;
  /** Times it is asked again after a failure that may pass: no connection, 408, 409, 429, 5xx. */
  retries?: number;
  /** Milliseconds until the endpoint must have begun to answer, for each try. */
  timeout?: number;
}

/** What a caller may know of it; the rest is in the error's cause, for the log. */
function problemOf(error: unknown): unknown {
  if (error instanceof APIUserAbortError) return error;
  if (error instanceof APIConnectionTimeoutError) {
    return new Problem(504, 'The model did not answer in time. Try again', { cause: error });
  }
  if (error instanceof APIConnectionError) {
    return new Problem(502, 'The model cannot be reached. Try again in a minute', {
      cause: error,
      retryAfter: 60,
    });
  }
  if (error instanceof APIError) {
    return error.status === 429
      ? new Problem(503, 'The model has too much to do. Try again in a minute', {
          cause: error,
          retryAfter: 60,
        })
      : new Problem(502, 'The model refused the request or failed. Try again', { cause: error });
  }
  return new Problem(502, 'The model broke off its answer. Try again', { cause: error });
}

export function openAiModel({
  baseUrl,
  apiKey,
  model,
  retries = 2,
  timeout = 30_000,
}: OpenAiModelOptions): Model {
  // Its log would have addresses and bodies; the gateway writes its own.
  const client = new OpenAI({ baseURL: baseUrl, apiKey, maxRetries: retries, timeout, logLevel: 'off' });
  return {
    name: model,
    async *answer({ prompt, temperature, maxTokens }, messages, signal) {
      try {
        const stream = await client.chat.completions.create(
          {
            model,
            messages: [...(prompt ? [{ role: 'system' as const, content: prompt }] : []), ...messages],
            temperature,
            max_tokens: maxTokens,
            stream: true,
            stream_options: { include_usage: true },
          },
          { signal },
        );
        for await (const chunk of stream) {
          const text = chunk.choices[0]?.delta.content;
          if (text) yield { text };
          if (chunk.usage) {
            yield { tokens: { input: chunk.usage.prompt_tokens, output: chunk.usage.completion_tokens } };
          }
        }
      } catch (error) {
        throw problemOf(error);
      }
    },
  };
}
