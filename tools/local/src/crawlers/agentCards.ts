/** `/v1/agent-cards/<id>.png`: the picture of a public agent for previews of links. */
import type { Backend } from '@slipway/backend';
import { createRateLimiter, networkOf } from '@slipway/server';
import { agentCard, PICTURE_HEADERS, type Pictures } from '@slipway/server/pictures';
import { listedAgent } from './listedAgents';

export const AGENT_CARDS = '/v1/agent-cards';

/** Seconds. An agent whose icon changes has another address. */
const DAY = 86_400;
/** Cards for one address: drawing one costs tens of milliseconds of this process. */
const PER_MINUTE = 30;

/** The address of an agent's card. */
export const cardPath = (id: string, icon: string | null): string =>
  `${AGENT_CARDS}/${id}.png${icon === null ? '' : `?icon=${icon.slice(0, 12)}`}`;

export interface CardRequest {
  backend: Backend;
  pictures: Pick<Pictures, 'read'>;
  /** Such as `<id>.png`. */
  file: string;
  /** The client's. */
  address: string;
}

export function agentCards(): (request: CardRequest) => Promise<Response> {
  const limiter = createRateLimiter({ limit: PER_MINUTE, seconds: 60 });
  const textResponse = (status: number, text: string) =>
    new Response(text, { status, headers: { 'cache-control': 'no-store' } });
  return async ({ backend, pictures, file, address }) => {
    if ((await limiter.take(networkOf(address))) > 0) return textResponse(429, 'Too many requests');
    const agent = await listedAgent(backend, file.replace(/\.png$/, ''));
    if (!agent) return textResponse(404, 'No such agent');
    const { name, color, icon } = agent;
    const uploaded = icon === null ? undefined : await pictures.read(icon);
    return new Response(await agentCard({ name, color, icon: uploaded }), {
      headers: {
        ...PICTURE_HEADERS,
        'content-type': 'image/png',
        'cache-control': `public, max-age=${String(DAY)}`,
      },
    });
  };
}
