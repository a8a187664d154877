/** A model behind an OpenAI-compatible chat completions endpoint: OpenAI, Azure, vLLM, Ollama, LiteLLM and others. */
import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import { ApiProblem } from '../apiProblem';
import { createCircuitBreaker } from './circuitBreaker';
import { limitedResponse } from './limitedResponse';
import type { ChatMessage, EmbeddingModel, Instructions, Model } from './model';
import { inputTokensOf, partsOfChunk, vectorsOf } from './openAiChunks';
import { retryAfterOf } from './retryAfter';

export interface OpenAiModelOptions {
  /** Such as `https://api.openai.com/v1`. */
  baseUrl: string;
  /** Sent as a bearer token; local endpoints often accept any. */
  apiKey: string;
  /** The model's name at the endpoint. */
  model: string;
  /** The name of its model for embeddings. */
  embeddingModel?: string;
  /** Retries after a temporary failure: no connection, 408, 409, 5xx. */
  retries?: number;
  /** Milliseconds until the endpoint starts to respond, for each attempt. */
  timeout?: number;
}

/** Seconds that a caller should wait if an overloaded endpoint sends no `Retry-After`. */
const OVERLOADED = 60;

/** The error that the caller sees. Its cause, for the log, has the details. */
function problemOf(error: unknown): unknown {
  if (error instanceof APIUserAbortError || error instanceof ApiProblem) return error;
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
    const retryAfter = retryAfterOf(error.headers as Headers | undefined);
    return error.status === 429
      ? new ApiProblem(503, 'The model is overloaded. Try again later', {
          cause: error,
          retryAfter: retryAfter ?? OVERLOADED,
        })
      : new ApiProblem(502, 'The model rejected the request or failed. Try again', {
          cause: error,
          ...(retryAfter === undefined ? {} : { retryAfter }),
        });
  }
  return new ApiProblem(502, 'The model stopped in the middle of its response. Try again', { cause: error });
}

/** Shorter keys are placeholders of local endpoints, such as `none`, which are words of other texts. */
const SHORTEST_SECRET = 8;

/** Endpoints and proxies may repeat the key in their errors, which the log shows. */
function withoutKey(error: unknown, apiKey: string): unknown {
  if (error instanceof Error && apiKey.length >= SHORTEST_SECRET)
    error.message = error.message.replaceAll(apiKey, '[key]');
  return error;
}

/**
 * Whether the endpoint is down. An aborted request allows no conclusion; a rejected one shows that the endpoint works.
 */
function isOutage(error: unknown): boolean | undefined {
  if (error instanceof APIUserAbortError) return undefined;
  if (error instanceof APIConnectionError) return true;
  return error instanceof APIError ? (error.status ?? 0) >= 500 : undefined;
}

/**
 * A redirect is an error: it would send prompts and the key to an address that the operator did not configure. And the
 * client waits out a Retry-After of up to a minute before it retries, with the caller on the line. Its documented
 * response header stops that: the caller gets the wait instead.
 */
async function fetchOnce(...[url, options]: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(url, { ...options, redirect: 'error' });
  if (response.status !== 429 && !response.headers.has('retry-after')) return limitedResponse(response);
  const headers = new Headers(response.headers);
  headers.set('x-should-retry', 'false');
  return limitedResponse(response, headers);
}

const messageOf = ({ role, content, name, toolCalls, toolCallId }: ChatMessage) => {
  if (role === 'tool') return { role, content, tool_call_id: toolCallId ?? '' };
  const named = name === undefined ? {} : { name };
  return role === 'assistant' && toolCalls
    ? { role, content: content === '' ? null : content, ...named, tool_calls: toolCalls }
    : { role, content, ...named };
};

const parametersOf = (
  { prompt, temperature, maxTokens, sampling = {} }: Instructions,
  messages: readonly ChatMessage[],
) => {
  const { topP, stop, seed, presencePenalty, frequencyPenalty, user, isJson } = sampling;
  const { jsonSchema, tools, toolChoice, parallelToolCalls } = sampling;
  return {
    messages: [...(prompt ? [{ role: 'system' as const, content: prompt }] : []), ...messages.map(messageOf)],
    temperature,
    max_tokens: maxTokens,
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(stop === undefined ? {} : { stop }),
    ...(seed === undefined ? {} : { seed }),
    ...(presencePenalty === undefined ? {} : { presence_penalty: presencePenalty }),
    ...(frequencyPenalty === undefined ? {} : { frequency_penalty: frequencyPenalty }),
    ...(user === undefined ? {} : { user }),
    ...(isJson ? { response_format: { type: 'json_object' as const } } : {}),
    ...(jsonSchema ? { response_format: { type: 'json_schema', json_schema: jsonSchema } } : {}),
    ...(tools ? { tools } : {}),
    ...(toolChoice === undefined ? {} : { tool_choice: toolChoice }),
    ...(parallelToolCalls === undefined ? {} : { parallel_tool_calls: parallelToolCalls }),
  };
};

export function openAiModel({
  baseUrl,
  apiKey,
  model,
  embeddingModel,
  retries = 2,
  timeout = 30_000,
}: OpenAiModelOptions): Model {
  const client = new OpenAI({
    ...{ baseURL: baseUrl, apiKey, maxRetries: retries, timeout, fetch: fetchOnce },
    // The client's log would contain URLs and bodies; the gateway writes its own.
    logLevel: 'off',
  });
  const breaker = createCircuitBreaker({ isDown: isOutage });
  const embeddings = (name: string): EmbeddingModel => ({
    name,
    async embed(texts, dimensions, signal) {
      try {
        const { data, usage } = await breaker.run(() =>
          client.embeddings.create(
            {
              ...{ model: name, input: [...texts], encoding_format: 'float' },
              ...(dimensions === undefined ? {} : { dimensions }),
            },
            { signal },
          ),
        );
        return { vectors: vectorsOf(data, texts.length), tokens: inputTokensOf(usage) };
      } catch (error) {
        throw problemOf(withoutKey(error, apiKey));
      }
    },
  });
  return {
    name: model,
    hasTools: true,
    embeddings: embeddingModel === undefined ? undefined : embeddings(embeddingModel),
    async *complete(instructions, messages, signal) {
      try {
        const stream = await breaker.run(() =>
          client.chat.completions.create(
            {
              model,
              // Members that were validated, in OpenAI's shape.
              ...(parametersOf(instructions, messages) as Pick<
                ChatCompletionCreateParamsStreaming,
                'messages'
              >),
              stream: true,
              stream_options: { include_usage: true },
            },
            { signal },
          ),
        );
        for await (const chunk of stream) {
          for (const part of partsOfChunk(chunk)) yield part;
        }
      } catch (error) {
        throw problemOf(withoutKey(error, apiKey));
      }
    },
  };
}
