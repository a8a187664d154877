/**
 * `POST /v1/preview`: completions for the playground. Nothing is billed or stored. The response header `Slipway-Model`
 * names the model.
 */
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { slipwayFormat, eventStreamResponse, jsonResponse } from '../responseFormats';
import { previewInstructions } from '../preview';
import { previewSchema, readBody } from '../requests';
import { clientAbort } from './clientAbort';
import type { GatewayServices, RouteEnv } from './env';

export function previewRoutes(services: GatewayServices): Hono<RouteEnv> {
  return new Hono<RouteEnv>().post('/v1/preview', async (context) => {
    const { raw: request } = context.req;
    const { headers } = request;
    const { body } = await readBody(request, previewSchema);
    const instructions = await previewInstructions(body, headers, context.env.address, services);
    const { signal, abort } = clientAbort(request);
    const events = services.modelRunner.run({
      ...{ id: randomUUID(), operation: 'preview', instructions, headers, signal },
      messages: body.messages,
    });
    const isStream = body.stream || headers.get('accept')?.includes('text/event-stream') === true;
    const responseHeaders = { 'cache-control': 'no-store', 'slipway-model': services.modelRunner.model };
    return isStream
      ? eventStreamResponse(events, slipwayFormat(undefined), responseHeaders, abort)
      : jsonResponse(events, slipwayFormat(undefined), responseHeaders);
  });
}
