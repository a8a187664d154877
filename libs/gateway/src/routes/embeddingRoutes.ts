/** OpenAI-compatible embeddings, at a deployment's address or at the shared one, where the key selects the deployment. */
import { type Context, Hono } from 'hono';
import { authorizeCall, beginCall } from '../deploymentCall';
import { embeddingList, embeddingSchema } from '../embeddings';
import { noEmbeddings } from '../models/embedding';
import { assertModel } from '../modelNames';
import { readBody } from '../requests';
import { type GatewayServices, rememberGrant, type RouteEnv } from './env';

export function embeddingRoutes(services: GatewayServices): Hono<RouteEnv> {
  const { embeddingModel } = services.modelRunner;
  const embed = async (context: Context<RouteEnv>, slug: string | undefined): Promise<Response> => {
    const { raw: request } = context.req;
    const { headers } = request;
    const grant = await authorizeCall(headers, context.env.address, slug, services, rememberGrant(context));
    const { body, raw } = await readBody(request, embeddingSchema);
    if (embeddingModel === undefined) throw noEmbeddings();
    if (body.model !== embeddingModel) assertModel(body.model, grant);
    const texts = typeof body.input === 'string' ? [body.input] : body.input;
    const { id, events, ...call } = await beginCall(
      grant,
      {
        ...{ headers, signal: request.signal, raw, isStream: false },
        messages: texts.map((content) => ({ role: 'user' as const, content })),
        embedding: { texts, dimensions: body.dimensions ?? undefined },
      },
      services,
    );
    const list = await embeddingList(events, { model: embeddingModel, format: body.encoding_format });
    return context.json(list, 200, { ...call.headers, 'x-request-id': id, 'cache-control': 'no-store' });
  };

  return new Hono<RouteEnv>()
    .post('/v1/embeddings', (context) => embed(context, undefined))
    .post('/v1/agents/:slug/embeddings', (context) => embed(context, context.req.param('slug')));
}
