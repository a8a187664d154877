/** `/v1/agents/<slug>`: a deployment's endpoint. POST calls it, GET describes it. */
import { Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { beginCall, authorizeCall } from '../deploymentCall';
import { bearerOf, assertCallable, authenticateKey } from '../caller';
import { endpointDescription, endpointPage } from '../endpointPage';
import { endpointStyles } from '../endpointStyles';
import { slipwayFormat, eventStreamResponse, jsonResponse } from '../responseFormats';
import { callSchema, messagesOfCall, readBody } from '../requests';
import { clientAbort } from './clientAbort';
import { type GatewayServices, rememberGrant, type RouteEnv } from './env';

export function agentRoutes(services: GatewayServices): Hono<RouteEnv> {
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
    const accepted = accepts(context, {
      header: 'Accept',
      supports: ['application/json', 'text/html'],
      default: 'application/json',
    });
    context.header('vary', 'accept, authorization');
    context.header('cache-control', 'no-store');
    if (accepted === 'text/html') return context.html(endpointPage(slug, address));

    const description = endpointDescription(address);
    const { headers } = context.req.raw;
    if (!bearerOf(headers)) return context.json(description);
    const grant = await authenticateKey(headers, context.env.address, services, rememberGrant(context));
    assertCallable({ ...grant, status: grant.status === 'deleted' ? 'deleted' : 'active' }, slug);
    return context.json({
      ...description,
      deployment: {
        id: grant.deployment_id,
        status: grant.status,
        requests_per_minute: grant.requests_per_minute,
        calls_end_at: grant.calls_end_at,
      },
    });
  });

  routes.post('/v1/agents/:slug', async (context) => {
    const { raw: request } = context.req;
    const { headers } = request;
    const grant = await authorizeCall(
      headers,
      context.env.address,
      context.req.param('slug'),
      services,
      rememberGrant(context),
    );
    const { body, raw } = await readBody(request, callSchema);
    const isStream = body.stream || headers.get('accept')?.includes('text/event-stream') === true;
    const { signal, abort } = clientAbort(request, isStream);
    const { id, events, ...call } = await beginCall(
      grant,
      { headers, signal, messages: messagesOfCall(body), isStream, raw, approval: body.tool_approval },
      services,
    );
    const responseHeaders = { ...call.headers, 'x-request-id': id, 'cache-control': 'no-store' };
    return isStream
      ? eventStreamResponse(events, slipwayFormat(id), responseHeaders, abort)
      : jsonResponse(events, slipwayFormat(id), responseHeaders);
  });

  return routes;
}
