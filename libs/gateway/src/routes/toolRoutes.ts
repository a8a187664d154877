/** `POST /v1/tools`: what a server of tools offers, for the creator of an agent who chooses among them. */
import { Hono } from 'hono';
import { networkOf } from '@slipway/server';
import { isPublicUrl } from '@slipway/server/egress';
import { ApiProblem, clientDisconnected } from '../apiProblem';
import { previewAccessOf, sessionOf } from '../caller';
import { listToolsSchema, readBody } from '../requests';
import { openToolServer, ToolServerError } from '../tools/toolServer';
import type { ToolRunnerOptions } from '../tools/toolRunner';
import type { GatewayServices, RouteEnv } from './env';

const WRONG_ADDRESS = 'url must start with https:// and have no password';

export function toolRoutes(
  { store, rateLimits }: GatewayServices,
  toolRunner: ToolRunnerOptions,
): Hono<RouteEnv> {
  return new Hono<RouteEnv>().post('/v1/tools', async (context) => {
    const { raw: request } = context.req;
    const { agent_id, url } = (await readBody(request, listToolsSchema)).body;
    const session = sessionOf(request.headers);
    const signedOut = () => new ApiProblem(401, 'Sign in to list the tools of a server');
    if (session === undefined) throw signedOut();
    const address = networkOf(context.env.address);
    const access = await previewAccessOf(agent_id, session, address, { store, rateLimits });
    if (access.user_id === null) throw signedOut();
    if (access.agent_id === null || !access.is_creator) throw new ApiProblem(404, 'Agent not found');
    if (!URL.canParse(url) || !isPublicUrl(new URL(url), toolRunner.egress)) {
      throw new ApiProblem(400, WRONG_ADDRESS, { at: 'url' });
    }
    const { header, secret } = (await store.toolSecret(agent_id, url)) ?? { header: null, secret: null };
    try {
      const server = await openToolServer({ url, header, secret }, toolRunner, request.signal);
      try {
        return context.json({ tools: await server.list() }, 200, { 'cache-control': 'no-store' });
      } finally {
        await server.close();
      }
    } catch (error) {
      if (request.signal.aborted) throw clientDisconnected(error);
      if (error instanceof ToolServerError)
        throw new ApiProblem(502, error.message, { cause: error, at: 'url' });
      throw error;
    }
  });
}
