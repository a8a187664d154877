/**
 * The document of a sandboxed slice's frame. It contains the script and the stylesheet of a release, and its policy has
 * their hashes, as the signed release lists them: it loads no code. Its name has the hash of everything that depends on the
 * environment, so a change of a grant is another document (decision 073).
 */
import { createHash } from 'node:crypto';
import { AppError, type SliceRelease } from '@slipway/contracts';
import type { Environment } from '../environment/environment';
import { integrityOf } from '../release/integrity';
import { publicBase } from '../store/keys';
import { escapeText } from './documentHead';
import { EMPTY_STYLE } from './headers';

type Framed = Pick<SliceRelease, 'id' | 'version' | 'entry' | 'files' | 'routes'>;

/** The parts that depend on the environment. */
export interface FrameOptions {
  /** The origin of the app, the only one that may show the frame and talk to it. */
  host: string;
  connect: readonly string[];
  img: readonly string[];
}

const origins = (list: readonly string[]) => (list.length > 0 ? ` ${list.join(' ')}` : '');

/** The stylesheet, if the release has one: the check admits no second. */
export const frameStyle = ({ files }: Pick<SliceRelease, 'files'>): string | undefined =>
  Object.keys(files).find((path) => path.endsWith('.css'));

const hashOf = ({ files }: Framed, path: string | undefined) =>
  path !== undefined && files[path] ? `'${files[path].integrity}'` : '';

/** Everything before the stylesheet. */
function frameHead(release: Framed, { host, connect, img }: FrameOptions): string {
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(release, release.entry)}`,
    `style-src ${[EMPTY_STYLE, hashOf(release, frameStyle(release))].join(' ').trim()}`,
    `connect-src${origins(connect.length > 0 ? connect : ["'none'"])}`,
    `img-src data:${origins(img)}`,
    'font-src data:',
    "worker-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return [
    '<!doctype html>',
    `<html lang="en" data-host="${host}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escapeText(release.routes[0]?.title ?? release.id)}</title>`,
    '',
  ].join('\n');
}

const frameDocument = (head: string, script: string, style: string | undefined): string =>
  `${head}${style === undefined ? '' : `<style>${style}</style>\n`}</head>\n<body>\n<div id="root"></div>\n<script type="module">${script}</script>\n</body>\n</html>\n`;

/** Below the folder of the release in the public area. */
export const frameName = (release: Framed, options: FrameOptions): string =>
  `frame.${createHash('sha256').update(frameHead(release, options)).digest('hex').slice(0, 16)}.html`;

/** Whether a path of a release's folder is such a document. */
export const isFrame = (path: string): boolean => /(?:^|\/)frame\.[0-9a-f]{16}\.html$/.test(path);

/** Undefined for a slice that runs in the page, and for one that the check rejects. */
export function frameOptions(
  { address, sandbox, thirdParties = {} }: Pick<Environment, 'address' | 'sandbox' | 'thirdParties'>,
  { id, isolation, thirdParties: asked }: Pick<SliceRelease, 'id' | 'isolation' | 'thirdParties'>,
): FrameOptions | undefined {
  if (isolation !== 'sandbox' || !sandbox?.slices.includes(id)) return undefined;
  const granted = (kind: 'connect' | 'img') =>
    (asked?.[kind] ?? []).filter((origin) => thirdParties[id]?.[kind]?.includes(origin)).sort();
  return { host: new URL(address).origin, connect: granted('connect'), img: granted('img') };
}

/** @throws `invalid_input` when a file is missing or altered; `read` returns a file of the release */
export async function renderFrame(
  release: Framed,
  options: FrameOptions,
  read: (path: string) => Promise<Uint8Array | undefined>,
): Promise<Buffer> {
  const text = async (path: string) => {
    const bytes = await read(path);
    if (bytes && integrityOf(bytes) === release.files[path]?.integrity) return Buffer.from(bytes).toString();
    throw new AppError('invalid_input', `${release.id}: ${path} is missing or was altered: publish it again`);
  };
  const style = frameStyle(release);
  const [script, css] = await Promise.all([
    text(release.entry),
    style === undefined ? undefined : text(style),
  ]);
  return Buffer.from(frameDocument(frameHead(release, options), script, css));
}

/** The options that a document was rendered with; undefined when it has none. */
export function optionsIn(html: string): FrameOptions | undefined {
  const [, host] = /^<html lang="en" data-host="([^"]*)">$/m.exec(html) ?? [];
  const [, connect, img] = /; connect-src ([^;"]*); img-src data:([^;"]*);/.exec(html) ?? [];
  if (host === undefined || connect === undefined || img === undefined) return undefined;
  const list = (text: string) => text.split(' ').filter((origin) => origin !== '' && origin !== "'none'");
  return { host, connect: list(connect), img: list(img) };
}

/** The key of a document in the public area. */
export const frameKey = (environment: string, { id, version }: Framed, name: string): string =>
  publicBase(environment, id, version) + name;
