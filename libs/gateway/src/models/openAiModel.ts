/** A model behind an OpenAI-compatible chat completions endpoint: OpenAI, Azure, vLLM, Ollama, LiteLLM and others. */
import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import { ApiProblem } from '../apiProblem';
import type { Model } from './model';

export interface OpenAiModelOptions {
  /** Such as `https://api.openai.com/v1`. */
  baseUrl: string;
  /** Sent as a bearer token; local endpoints often accept any. */
  apiKey: string;
  /** The model's name at the endpoint. */
  model: string;
  /** Retries after a temporary failure: no connection, 408, 409, 429, 5xx. */
  retries?: number;
  /** Milliseconds until the endpoint starts to respond, for each attempt. */
  timeout?: number;
}

/** The error that the caller sees. Its cause, for the log, has the details. */
function problemOf(error: unknown): unknown {
  if (error instanceof APIUserAbortError) return error;
  if (error instanceof APIConnectionTimeoutError) {
    return new ApiProblem(504, 'The model did not respond in time. Try again', { cause: error });
  }
  if (error instanceof APIConnectionError) {
    return new ApiProblem(502, 'The model is unreachable. Try again in a minute', {
      cause: error,
      retryAfter: 60,
    });
  }
  if (error instanceof APIError) {
    return error.status === 429
      ? new ApiProblem(503, 'The model is overloaded. Try again in a minute', {
          cause: error,
          retryAfter: 60,
        })
      : new ApiProblem(502, 'The model rejected the request or failed. Try again', { cause: error });
  }
  return new ApiProblem(502, 'The model stopped in the middle of its response. Try again', { cause: error });
}

export function openAiModel({
  baseUrl,
  apiKey,
  model,
  retries = 2,
  timeout = 30_000,
}: OpenAiModelOptions): Model {
  // The client's log would contain URLs and bodies; the gateway writes its own.
  const client = new OpenAI({ baseURL: baseUrl, apiKey, maxRetries: retries, timeout, logLevel: 'off' });
  return {
    name: model,
    async *complete({ prompt, temperature, maxTokens }, messages, signal) {
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
