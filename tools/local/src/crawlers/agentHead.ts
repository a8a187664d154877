/**
 * The head of a shared link to an agent, `/marketplace?agent=<id>`: previews of links run no script, so the server puts
 * the agent's name, description and picture into the marketplace's document. Nothing else of the document changes.
 */
import { escapeText } from '@slipway/cli';
import type { Backend } from '@slipway/backend';
import { cardPath } from './agentCards';
import { type ListedAgent, listedAgent } from './listedAgents';

const PATH = '/marketplace';
const PARAMETER = 'agent';

type App = (request: Request) => Promise<Response>;

/** Characters of a description that previews show at most. */
const LONGEST = 200;

const shortened = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).trimEnd()}…` : line;
};

/** The lines of a head that `documentHead` of the command line writes, with other values. */
function withAgent(
  document: string,
  id: string,
  { name, description, creator_name, icon }: ListedAgent,
): string {
  const end = document.indexOf('<body>');
  const by = creator_name ? `${name} by ${creator_name}` : name;
  const sentence = shortened(description ?? '') || undefined;
  const content = (key: string, value: string | undefined) => (head: string) =>
    value === undefined
      ? head
      : head.replace(
          new RegExp(`(<meta (?:name|property)="${key}" content=")[^"]*(">)`),
          (_, before: string, after: string) => before + escapeText(value) + after,
        );
  const address = `?${PARAMETER}=${id}`;
  const edits = [
    (head: string) => head.replace(/<title>[^<]* · /, () => `<title>${escapeText(by)} · `),
    content('og:title', by),
    content('description', sentence),
    content('og:description', sentence),
    (head: string) =>
      head.replace(
        /(<meta property="og:image" content="https?:\/\/[^/"]+)[^"]*/,
        (_, origin: string) => origin + escapeText(cardPath(id, icon)),
      ),
    (head: string) => head.replace(/(<link rel="canonical" href="[^"?]*)/, (line) => line + address),
    (head: string) => head.replace(/(<meta property="og:url" content="[^"?]*)/, (line) => line + address),
  ];
  return edits.reduce((head, edit) => edit(head), document.slice(0, end)) + document.slice(end);
}

/**
 * The app, with the head of agents. The query counts as a read of the client's address. Over its limit, or without an answer
 * of the backend, the page has the marketplace's own head.
 */
export const withAgentHeads =
  (app: App, backend: () => Backend | undefined) =>
  async (request: Request, address: string): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const id = searchParams.get(PARAMETER);
    const started = backend();
    if (request.method !== 'GET' || pathname !== PATH || id === null || !started) return app(request);
    const agent = await listedAgent(started, id, { address }).catch(() => undefined);
    if (!agent) return app(request);
    // Without `accept-encoding`: the stored bytes as text.
    const response = await app(new Request(request.url));
    if (response.status !== 200) return response;
    const headers = new Headers(response.headers);
    headers.delete('etag'); // it is the stored document's
    return new Response(withAgent(await response.text(), id, agent), { headers });
  };
