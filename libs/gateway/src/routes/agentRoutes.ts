/** `/v1/agents/<slug>`: a deployment's endpoint. POST calls it, GET says how. */
import { Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { beginCall, callableDeployment, type CallServices } from '../agentCall';
import { bearerOf, openKey, requireCallable } from '../caller';
import { endpointDescription, endpointPage } from '../endpointPage';
import { endpointStyles } from '../endpointStyles';
import { ownFormat, streamedAnswer, wholeAnswer } from '../formats';
import type { RouteEnv } from '../gateway';
import { callSchema, messagesOfCall, readBody } from '../requests';
import { leaving } from './leaving';

export function agentRoutes(services: CallServices): Hono<RouteEnv> {
  const routes = new Hono<RouteEnv>();

  routes.get('/v1/endpoint.css', (context) =>
    context.body(endpointStyles, 200, {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'max-age=3600',
    }),
  );

  routes.get('/v1/agents/:slug', async (context) => {
    const slug = context.req.param('slug');
    const address = services.publicAddress(context.req.url);
    const wanted = accepts(context, {
      header: 'Accept',
      supports: ['application/json', 'text/html'],
      default: 'application/json',
    });
    context.header('vary', 'accept, authorization');
    context.header('cache-control', 'no-store');
    if (wanted === 'text/html') return context.html(endpointPage(slug, address));

    const description = endpointDescription(address);
    if (!bearerOf(context.req.raw.headers)) return context.json(description);
    const opened = await openKey(context.req.raw.headers, context.env.address, services);
    requireCallable({ ...opened, status: opened.status === 'deleted' ? 'deleted' : 'active' }, slug);
    return context.json({
      ...description,
      deployment: {
        id: opened.deployment_id,
        status: opened.status,
        requests_per_minute: opened.requests_per_minute,
      },
    });
  });

  routes.post('/v1/agents/:slug', async (context) => {
    const { raw: request } = context.req;
    const { headers } = request;
    const deployment = await callableDeployment(
      headers,
      context.env.address,
      context.req.param('slug'),
      services,
    );
    const { body, raw } = await readBody(request, callSchema);
    const { gone, leave } = leaving(request);
    const { id, events } = await beginCall(
      deployment,
      { headers, gone, messages: messagesOfCall(body), maxTokens: undefined, raw },
      services,
    );
    const isStream = body.stream || headers.get('accept')?.includes('text/event-stream') === true;
    const answerHeaders = { 'x-request-id': id, 'cache-control': 'no-store' };
    return isStream
      ? streamedAnswer(events, ownFormat(id), answerHeaders, leave)
      : wholeAnswer(events, ownFormat(id), answerHeaders);
  });

  return routes;
}
