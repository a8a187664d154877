/**
 * `POST /v1/preview`: completions for the playground. Nothing is billed; the tokens count against daily budgets. The
 * response header `Slipway-Model` names the model.
 */
import { randomUUID } from 'node:crypto';
import { networkOf } from '@slipway/server';
import { Hono } from 'hono';
import { slipwayFormat, eventStreamResponse, jsonResponse } from '../responseFormats';
import { previewInstructions } from '../preview';
import { reservePreview } from '../previewBudgets';
import { previewSchema, readBody } from '../requests';
import { clientAbort } from './clientAbort';
import type { GatewayServices, RouteEnv } from './env';

export function previewRoutes(services: GatewayServices): Hono<RouteEnv> {
  return new Hono<RouteEnv>().post('/v1/preview', async (context) => {
    const { raw: request } = context.req;
    const { headers } = request;
    const parsed = await readBody(request, previewSchema);
    const { messages, stream } = parsed.body;
    const address = networkOf(context.env.address);
    const { tools, ...allowed } = await previewInstructions(parsed, headers, address, services);
    const { instructions, user } = allowed;
    const { settle } = await reservePreview(
      { ...allowed, address, messages, hasTools: tools !== undefined },
      services,
    );
    const isStream = stream || headers.get('accept')?.includes('text/event-stream') === true;
    const { signal, abort } = clientAbort(request, isStream);
    const events = services.modelRunner.run({
      ...{ id: randomUUID(), operation: 'preview', instructions, messages, headers, signal, isStream },
      ...{ tools, settle, caller: { user, address } },
    });
    const responseHeaders = { 'cache-control': 'no-store', 'slipway-model': services.modelRunner.model };
    return isStream
      ? eventStreamResponse(events, slipwayFormat(undefined), responseHeaders, abort)
      : jsonResponse(events, slipwayFormat(undefined), responseHeaders);
  });
}
