// @vitest-environment node
/** The gzip size of each entry without React: the core with styled-components, and the additions of the others. */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, expect, test } from 'vitest';

const entries = {
  core: 'index',
  ...{ chart: 'chart/index', chat: 'chat/index', landing: 'landing/index' },
  ...{ markdown: 'markdown/index', overlays: 'overlays/index', pictures: 'pictures/index' },
};

const KB = 1000;
let chunks: Map<string, Rolldown.OutputChunk>;

beforeAll(async () => {
  const outputs = await build({
    configFile: false,
    logLevel: 'silent',
    root: import.meta.dirname,
    define: { 'process.env.NODE_ENV': '"production"' },
    // Vitest's NODE_ENV would write development JSX, which has the folder of the checkout in it.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(entries).map(([name, file]) => [name, join(import.meta.dirname, `${file}.ts`)]),
        ),
        // Keeps the exports of an entry, as other packages use them.
        preserveEntrySignatures: 'strict',
        external: [/^react(-dom)?($|\/)/],
        // A hash in a name changes with the folder too.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  });
  const { output } = (Array.isArray(outputs) ? outputs[0] : outputs) as Rolldown.RolldownOutput;
  chunks = new Map(output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
}, 60_000);

/** The chunks that one entry needs, by file name. */
function chunksOf(name: string): Set<string> {
  const needed = new Set<string>();
  const add = (file: string) => {
    if (needed.has(file) || !chunks.has(file)) return;
    needed.add(file);
    for (const next of chunks.get(file)?.imports ?? []) add(next);
  };
  for (const [file, chunk] of chunks) if (chunk.isEntry && chunk.name === name) add(file);
  return needed;
}

/** Bytes after gzip. */
const sizeOf = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(chunks.get(file)?.code ?? '', { level: 9 }).length, 0);

const added = (name: string) => [...chunksOf(name)].filter((file) => !chunksOf('core').has(file));

test('the core, with styled-components and toasts, has at most 41.2 KB', () => {
  const size = sizeOf(chunksOf('core'));
  expect(size).toBeGreaterThan(15 * KB);
  expect(size).toBeLessThanOrEqual(41.2 * KB);
});

test.each([
  ['overlays', 9],
  ['chart', 9],
  ['chat', 2.6],
  ['landing', 3.2],
  ['markdown', 33],
  ['pictures', 1.4],
])('%s adds at most %d KB, and nothing to the core', (name, most) => {
  const size = sizeOf(added(name));
  expect(size).toBeGreaterThan(1 * KB);
  expect(size).toBeLessThanOrEqual(most * KB);
  const modules = [...chunksOf('core')].flatMap((file) => chunks.get(file)?.moduleIds ?? []);
  expect(modules.length).toBeGreaterThan(50);
  expect(modules.filter((id) => id.startsWith(join(import.meta.dirname, name)))).toEqual([]);
});
