/** Stacks in terms of source files. Source: the source map beside each file that `slipway dev` compiles. */
import { originalPositionFor, type SourceMapInput, TraceMap } from '@jridgewell/trace-mapping';

/** A line of a stack in Chromium, Firefox and Safari. */
const frameLine = /^\s*(?:at )?(?<name>.*?)[\s(@]*(?<url>https?:\/\/[^\s)]+):(?<line>\d+):(?<column>\d+)\)?$/;

/** The current map of a file: a file is compiled again under the same name. Undefined for a file of a release. */
async function mapOf(url: string): Promise<TraceMap | undefined> {
  const response = await fetch(`${url}.map`, { cache: 'no-store' }).catch(() => undefined);
  if (!response?.ok) return undefined;
  return new TraceMap((await response.json()) as SourceMapInput);
}

/** `webpack://billing/./src/pages/BillingPage.tsx?1a2b` and the like, as a path in the workspace. */
function pathOf(source: string): string {
  const [, app = '', path = source] =
    /^webpack:\/\/(?:slipway_)?([^/]*)\/(?:\.\/)?([^?]*)/.exec(source) ?? [];
  if (path.startsWith('../../')) return path.replaceAll('../', '');
  return app === '' || !path.startsWith('src/') ? path : `apps/${app}/${path}`;
}

/**
 * The frames of a stack or a component stack, one per line, with source file and line if there is a source map. Omits
 * frames of packages, unless there are no others.
 */
export async function sourceFrames(stack: string): Promise<string[]> {
  const maps = new Map<string, Promise<TraceMap | undefined>>();
  const frames = await Promise.all(
    stack.split('\n').map(async (text) => {
      const { name = '', url = '', line = '0', column = '0' } = frameLine.exec(text)?.groups ?? {};
      if (url === '') return undefined;
      const isHere = url.startsWith(`${window.location.origin}/slices/`);
      const map = isHere ? (maps.get(url) ?? mapOf(url)) : undefined;
      if (map) maps.set(url, map);
      const traced = await map;
      const found = traced && originalPositionFor(traced, { line: Number(line), column: Number(column) - 1 });
      const place = found?.source
        ? `${pathOf(found.source)}:${String(found.line)}`
        : `${new URL(url).pathname}:${line}:${column}`;
      return { text: `at ${name === '' ? place : `${name} (${place})`}`, place };
    }),
  );
  const known = frames.filter((frame) => frame !== undefined);
  const own = known.filter(({ place }) => !place.includes('node_modules/'));
  return (own.length > 0 ? own : known).map(({ text }) => text);
}
