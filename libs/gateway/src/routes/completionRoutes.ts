/** OpenAI's chat completions, at the deployment's address or at one for all, where the key alone decides. */
import { type Context, Hono } from 'hono';
import { beginCall, callableDeployment, type CallServices } from '../agentCall';
import { openAiFormat, streamedAnswer, wholeAnswer } from '../formats';
import type { RouteEnv } from '../gateway';
import { chatCompletionSchema, messagesOfCompletion, readBody } from '../requests';
import { leaving } from './leaving';

/** The smaller of what a caller asks for by its two names. */
const smallest = (...limits: (number | null | undefined)[]) => {
  const given = limits.filter((limit) => typeof limit === 'number');
  return given.length > 0 ? Math.min(...given) : undefined;
};

export function completionRoutes(services: CallServices): Hono<RouteEnv> {
  const complete = async (context: Context<RouteEnv>, slug: string | undefined): Promise<Response> => {
    const { raw: request } = context.req;
    const { headers } = request;
    const deployment = await callableDeployment(headers, context.env.address, slug, services);
    const { body, raw } = await readBody(request, chatCompletionSchema);
    const { gone, leave } = leaving(request);
    const { id, events } = await beginCall(
      deployment,
      {
        ...{ headers, gone, raw },
        messages: messagesOfCompletion(body),
        maxTokens: smallest(body.max_tokens, body.max_completion_tokens),
      },
      services,
    );
    const format = openAiFormat({
      id,
      model: deployment.slug,
      isUsageWanted: body.stream_options?.include_usage ?? false,
    });
    const answerHeaders = { 'x-request-id': id, 'cache-control': 'no-store' };
    return body.stream
      ? streamedAnswer(events, format, answerHeaders, leave)
      : wholeAnswer(events, format, answerHeaders);
  };

  return new Hono<RouteEnv>()
    .post('/v1/chat/completions', (context) => complete(context, undefined))
    .post('/v1/agents/:slug/chat/completions', (context) => complete(context, context.req.param('slug')));
}
