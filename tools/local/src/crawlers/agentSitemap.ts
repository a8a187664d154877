/** `/v1/sitemap.xml`: the public agents, for crawlers. `robots.txt` names it where the backend is on the app's origin. */
import { sitemapOf } from '@slipway/cli';
import type { Backend } from '@slipway/backend';
import { listedAgents } from './listedAgents';

/** Milliseconds for which a response is cached. */
const FRESH = 600_000;

/** Responds with the sitemap of the app at `address`. */
export function agentSitemap(address: () => string): (backend: Backend) => Promise<Response> {
  let kept: { at: number; text: Promise<string> } | undefined;

  const read = async (backend: Backend) => {
    const agents = await listedAgents(backend);
    return sitemapOf(
      agents.map(({ agent_id, created_at }) => ({
        address: `${address()}/marketplace?agent=${agent_id}`,
        changedAt: created_at,
      })),
    );
  };

  return async (backend) => {
    const now = Date.now();
    if (!kept || now - kept.at > FRESH) {
      const text = read(backend);
      kept = { at: now, text };
      text.catch(() => (kept = undefined));
    }
    return new Response(await kept.text, {
      headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=600' },
    });
  };
}
