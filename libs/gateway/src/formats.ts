/** The four shapes of an answer: our own and OpenAI's, each whole or as server-sent events. */
import type { AnswerEvent, Ending } from './calls';
import { Problem, problemBody } from './problem';

/** What a whole answer's body and a stream's events look like. */
export interface Format {
  whole(answer: { text: string; end: Ending }): object;
  /** Lines to send for one event. */
  text(text: string): string;
  end(end: Ending): string;
  problem(problem: Problem): string;
}

const event = (data: object, name?: string) =>
  `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`;

const usageOf = ({ tokens, cost }: Ending) => ({
  usage: { input_tokens: tokens.input, output_tokens: tokens.output, is_estimate: tokens.isEstimate },
  /** US dollars. */
  ...(cost === undefined ? {} : { cost }),
});

/** `id` is the call's; without one (a preview) there is none. */
export const ownFormat = (id: string | undefined): Format => ({
  whole: ({ text, end }) => ({
    ...(id ? { id } : {}),
    message: { role: 'assistant', content: text },
    ...usageOf(end),
  }),
  text: (text) => event({ content: text }, 'delta'),
  end: (end) => event({ ...(id ? { id } : {}), ...usageOf(end) }, 'done'),
  problem: (problem) => event(problemBody(problem, false), 'error'),
});

/** `model` is what the deployment is called. */
export function openAiFormat({
  id,
  model,
  isUsageWanted,
}: {
  id: string;
  model: string;
  isUsageWanted: boolean;
}): Format {
  const common = { id: `chatcmpl-${id}`, created: Math.floor(Date.now() / 1000), model };
  const usage = ({ tokens }: Ending) => ({
    prompt_tokens: tokens.input,
    completion_tokens: tokens.output,
    total_tokens: tokens.input + tokens.output,
  });
  const chunk = (choices: object[], rest: object = isUsageWanted ? { usage: null } : {}) =>
    event({ ...common, object: 'chat.completion.chunk', choices, ...rest });
  let isFirst = true;
  return {
    whole: ({ text, end }) => ({
      ...common,
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: text, refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: usage(end),
    }),
    text: (text) => {
      const delta = isFirst ? { role: 'assistant', content: text } : { content: text };
      isFirst = false;
      return chunk([{ index: 0, delta, logprobs: null, finish_reason: null }]);
    },
    end: (end) =>
      chunk([{ index: 0, delta: {}, logprobs: null, finish_reason: 'stop' }]) +
      (isUsageWanted ? chunk([], { usage: usage(end) }) : '') +
      'data: [DONE]\n\n',
    problem: (problem) => event(problemBody(problem, true)),
  };
}

/** Everything at once. @throws what the events throw */
export async function wholeAnswer(
  events: AsyncIterable<AnswerEvent>,
  format: Format,
  headers: Record<string, string>,
): Promise<Response> {
  let text = '';
  for await (const part of events) {
    if ('text' in part) text += part.text;
    else return Response.json(format.whole({ text, end: part.end }), { headers });
  }
  throw new Problem(500, 'The answer had no end');
}

/**
 * A stream of server-sent events, begun once the first part is there, so that a model that is down is still a status.
 * Nothing waits for the reader: an answer is small, and one that nobody reads must end too. @throws as the first part
 */
export async function streamedAnswer(
  events: AsyncIterator<AnswerEvent>,
  format: Format,
  headers: Record<string, string>,
  leave: () => void,
): Promise<Response> {
  const encoder = new TextEncoder();
  let next = await events.next();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      // Once the reader is gone a write throws, and the call's end is kept all the same.
      const send = (text: string) => {
        try {
          controller.enqueue(encoder.encode(text));
        } catch {
          leave();
        }
      };
      try {
        for (; !next.done; next = await events.next()) {
          send('text' in next.value ? format.text(next.value.text) : format.end(next.value.end));
        }
      } catch (error) {
        const problem =
          error instanceof Problem ? error : new Problem(500, 'The gateway failed', { cause: error });
        if (problem.status !== 499) send(format.problem(problem));
      }
      try {
        controller.close();
      } catch {
        // The reader closed it.
      }
    },
    cancel: leave,
  });
  return new Response(body, {
    headers: {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      // Or a proxy would keep the parts until the answer is whole.
      'x-accel-buffering': 'no',
    },
  });
}
