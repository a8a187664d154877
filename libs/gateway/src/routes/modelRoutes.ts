/** OpenAI's list of models: the deployment of the key, at a deployment's address or at the shared one. */
import { type Context, Hono } from 'hono';
import { assertCallable, authenticateKey } from '../caller';
import { assertModel, modelEntry } from '../modelNames';
import type { KeyGrant } from '../store';
import { type GatewayServices, rememberGrant, type RouteEnv } from './env';

const noStore = { 'cache-control': 'no-store' };

export function modelRoutes(services: GatewayServices): Hono<RouteEnv> {
  /** The deployment of the key, in any status but deleted. */
  const grantOf = async (context: Context<RouteEnv>, slug: string | undefined): Promise<KeyGrant> => {
    const { headers } = context.req.raw;
    const grant = await authenticateKey(headers, context.env.address, services, rememberGrant(context));
    assertCallable({ ...grant, status: grant.status === 'deleted' ? 'deleted' : 'active' }, slug);
    return grant;
  };
  const list = async (context: Context<RouteEnv>, slug: string | undefined) =>
    context.json({ object: 'list', data: [modelEntry(await grantOf(context, slug))] }, 200, noStore);
  const one = async (context: Context<RouteEnv>, slug: string | undefined, model: string) => {
    const grant = await grantOf(context, slug);
    assertModel(model, grant);
    return context.json(modelEntry(grant), 200, noStore);
  };

  return new Hono<RouteEnv>()
    .get('/v1/models', (context) => list(context, undefined))
    .get('/v1/models/:model', (context) => one(context, undefined, context.req.param('model')))
    .get('/v1/agents/:slug/models', (context) => list(context, context.req.param('slug')))
    .get('/v1/agents/:slug/models/:model', (context) =>
      one(context, context.req.param('slug'), context.req.param('model')),
    );
}
