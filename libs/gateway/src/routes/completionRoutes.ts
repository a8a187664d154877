/** OpenAI-compatible chat completions, at a deployment's address or at a shared one, where the key selects the deployment. */
import { type Context, Hono } from 'hono';
import { beginCall, authorizeCall } from '../deploymentCall';
import { openAiFormat, eventStreamResponse, jsonResponse } from '../responseFormats';
import {
  assertKnown,
  chatCompletionSchema,
  messagesOfCompletion,
  samplingOf,
} from '../chatCompletionRequest';
import { readBody } from '../requests';
import { assertModel } from '../modelNames';
import { clientAbort } from './clientAbort';
import { type GatewayServices, rememberGrant, type RouteEnv } from './env';

/** The smaller of the given limits: OpenAI has two names for one. */
const smallest = (...limits: (number | null | undefined)[]) => {
  const given = limits.filter((limit) => typeof limit === 'number');
  return given.length > 0 ? Math.min(...given) : undefined;
};

export function completionRoutes(services: GatewayServices): Hono<RouteEnv> {
  const complete = async (context: Context<RouteEnv>, slug: string | undefined): Promise<Response> => {
    const { raw: request } = context.req;
    const { headers } = request;
    const grant = await authorizeCall(headers, context.env.address, slug, services, rememberGrant(context));
    const { body, raw } = await readBody(request, chatCompletionSchema);
    assertModel(body.model, grant);
    assertKnown(body, services.modelRunner.hasTools);
    const messages = messagesOfCompletion(body, grant);
    const { signal, abort } = clientAbort(request, body.stream);
    const { id, events, ...call } = await beginCall(
      grant,
      {
        ...{ headers, signal, raw, messages, isStream: body.stream },
        maxTokens: smallest(body.max_tokens, body.max_completion_tokens),
        temperature: body.temperature ?? undefined,
        ...{ sampling: samplingOf(body), approval: body.tool_approval },
      },
      services,
    );
    const format = openAiFormat({
      id,
      model: grant.slug,
      isUsageWanted: body.stream_options?.include_usage ?? false,
    });
    const responseHeaders = { ...call.headers, 'x-request-id': id, 'cache-control': 'no-store' };
    return body.stream
      ? eventStreamResponse(events, format, responseHeaders, abort)
      : jsonResponse(events, format, responseHeaders);
  };

  return new Hono<RouteEnv>()
    .post('/v1/chat/completions', (context) => complete(context, undefined))
    .post('/v1/agents/:slug/chat/completions', (context) => complete(context, context.req.param('slug')));
}
