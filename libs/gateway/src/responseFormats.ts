/** The four response formats: Slipway's and OpenAI's, each as one JSON body or as server-sent events. */
import { ApiProblem, problemBody } from './apiProblem';
import type { CompletionEnd, CompletionEvent, OutputPart } from './modelRun';
import { addToolCallParts, type ToolCall } from './models/toolCalls';
import type { ToolRun } from './tools/toolRunner';

/** The JSON body and the stream events of one API style. */
export interface ResponseFormat {
  body(completion: { text: string; toolCalls: ToolCall[]; end: CompletionEnd }): object;
  /** The server-sent event of a part of the output. */
  part(part: OutputPart): string;
  /** The server-sent event of a tool that the gateway runs; empty where the style has none. */
  toolRun(run: ToolRun): string;
  end(end: CompletionEnd): string;
  problem(problem: ApiProblem): string;
}

const event = (data: object, name?: string) =>
  `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`;

const usageOf = ({ tokens, cost }: CompletionEnd) => ({
  usage: { input_tokens: tokens.input, output_tokens: tokens.output, is_estimate: tokens.isEstimate },
  /** US dollars. */
  ...(cost === undefined ? {} : { cost }),
});

/** A member that OpenAI's responses do not have. Its clients pass it on. */
const approvalOf = ({ approval }: CompletionEnd) => (approval ? { tool_approval_required: approval } : {});

/** Slipway's format. `id` is the call's; a preview has none. */
export const slipwayFormat = (id: string | undefined): ResponseFormat => ({
  body: ({ text, end }) => ({
    ...(id ? { id } : {}),
    message: { role: 'assistant', content: text },
    finish_reason: end.finishReason,
    ...approvalOf(end),
    ...usageOf(end),
  }),
  // A request in this format has no tools.
  part: (part) => ('text' in part ? event({ content: part.text }, 'delta') : ''),
  toolRun: (run) => event(run, 'tool'),
  end: (end) =>
    event(
      { ...(id ? { id } : {}), finish_reason: end.finishReason, ...approvalOf(end), ...usageOf(end) },
      'done',
    ),
  problem: (problem) => event(problemBody(problem, false), 'error'),
});

/** OpenAI's format. `model` is the deployment's slug. */
export function openAiFormat({
  id,
  model,
  isUsageWanted,
}: {
  id: string;
  model: string;
  isUsageWanted: boolean;
}): ResponseFormat {
  const common = { id: `chatcmpl-${id}`, created: Math.floor(Date.now() / 1000), model };
  const usage = ({ tokens }: CompletionEnd) => ({
    prompt_tokens: tokens.input,
    completion_tokens: tokens.output,
    total_tokens: tokens.input + tokens.output,
  });
  const chunk = (choices: object[], rest: object = isUsageWanted ? { usage: null } : {}) =>
    event({ ...common, object: 'chat.completion.chunk', choices, ...rest });
  let isFirst = true;
  return {
    body: ({ text, toolCalls, end }) => ({
      ...common,
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: (toolCalls.length > 0 || end.approval) && text === '' ? null : text,
            refusal: null,
            ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
          },
          logprobs: null,
          finish_reason: end.finishReason,
        },
      ],
      ...approvalOf(end),
      usage: usage(end),
    }),
    // Text and calls are all that its streams can show.
    toolRun: () => '',
    part: (part) => {
      const output = 'text' in part ? { content: part.text } : { tool_calls: part.toolCalls };
      const delta = isFirst ? { role: 'assistant', ...output } : output;
      isFirst = false;
      return chunk([{ index: 0, delta, logprobs: null, finish_reason: null }]);
    },
    end: (end) =>
      chunk([{ index: 0, delta: {}, logprobs: null, finish_reason: end.finishReason }], {
        ...(isUsageWanted ? { usage: null } : {}),
        ...approvalOf(end),
      }) +
      (isUsageWanted ? chunk([], { usage: usage(end) }) : '') +
      'data: [DONE]\n\n',
    problem: (problem) => event(problemBody(problem, true)),
  };
}

/** One JSON response with the complete text. Rethrows errors of `events`. */
export async function jsonResponse(
  events: AsyncIterable<CompletionEvent>,
  format: ResponseFormat,
  headers: Record<string, string>,
): Promise<Response> {
  let text = '';
  const toolCalls: ToolCall[] = [];
  for await (const part of events) {
    if ('text' in part) text += part.text;
    else if ('toolCalls' in part) addToolCallParts(toolCalls, part.toolCalls);
    else if ('end' in part) {
      // Headers as an object: Node's adapter writes them as they are, where `Response.json` copies them twice.
      return new Response(JSON.stringify(format.body({ text, toolCalls, end: part.end })), {
        headers: { ...headers, 'content-type': 'application/json' },
      });
    }
  }
  throw new ApiProblem(500, 'The completion did not end');
}

const eventOf = (event: CompletionEvent, format: ResponseFormat): string => {
  if ('end' in event) return format.end(event.end);
  return 'toolRun' in event ? format.toolRun(event.toolRun) : format.part(event);
};

/**
 * Server-sent events. The response starts after the first event, so that an unavailable model still gets an error
 * status. It ignores backpressure: completions are small, and one without a reader must finish too. `abort` is called
 * when the reader cancels. Rethrows an error of the first event.
 */
export async function eventStreamResponse(
  events: AsyncIterator<CompletionEvent>,
  format: ResponseFormat,
  headers: Record<string, string>,
  abort: () => void,
): Promise<Response> {
  const encoder = new TextEncoder();
  let next = await events.next();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      // A write to a canceled stream throws. The loop continues, so that the call is recorded.
      const send = (text: string) => {
        try {
          controller.enqueue(encoder.encode(text));
        } catch {
          abort();
        }
      };
      try {
        for (; !next.done; next = await events.next()) {
          send(eventOf(next.value, format));
        }
      } catch (error) {
        const problem =
          error instanceof ApiProblem
            ? error
            : new ApiProblem(500, 'The gateway failed to respond', { cause: error });
        if (problem.status !== 499) send(format.problem(problem));
      }
      try {
        controller.close();
      } catch {
        // The reader has canceled the stream.
      }
    },
    cancel: abort,
  });
  return new Response(body, {
    headers: {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      // Tells nginx not to buffer the stream.
      'x-accel-buffering': 'no',
    },
  });
}
