/**
 * `POST /v1/preview`: the playground's answers. Nothing is billed and nothing is kept. The header `Slipway-Model` says
 * which model answers.
 */
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { CallServices } from '../agentCall';
import { ownFormat, streamedAnswer, wholeAnswer } from '../formats';
import type { RouteEnv } from '../gateway';
import { previewInstructions } from '../preview';
import { previewSchema, readBody } from '../requests';
import { leaving } from './leaving';

export function previewRoutes(services: CallServices): Hono<RouteEnv> {
  return new Hono<RouteEnv>().post('/v1/preview', async (context) => {
    const { raw: request } = context.req;
    const { headers } = request;
    const { body } = await readBody(request, previewSchema);
    const instructions = await previewInstructions(body, headers, context.env.address, services);
    const { gone, leave } = leaving(request);
    const events = services.calls.answer({
      ...{ id: randomUUID(), operation: 'preview', instructions, headers, gone },
      messages: body.messages,
    });
    const isStream = body.stream || headers.get('accept')?.includes('text/event-stream') === true;
    const answerHeaders = { 'cache-control': 'no-store', 'slipway-model': services.calls.model };
    return isStream
      ? streamedAnswer(events, ownFormat(undefined), answerHeaders, leave)
      : wholeAnswer(events, ownFormat(undefined), answerHeaders);
  });
}
