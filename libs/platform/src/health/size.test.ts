// @vitest-environment node
/** The bytes that health adds to the platform's code, after gzip (18.4). */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';

const START = /\/health\/startHealth$/;

/** The platform in one file, without packages. */
async function platform(hasHealth: boolean): Promise<Buffer> {
  const outputs = await build({
    configFile: false,
    logLevel: 'silent',
    root: import.meta.dirname,
    plugins: [
      {
        name: 'without-health',
        enforce: 'pre',
        resolveId: (id) => (!hasHealth && START.test(id) ? '\0none' : undefined),
        load: (id) => (id === '\0none' ? 'export const startHealth = () => undefined;' : undefined),
      },
    ],
    build: {
      ...{ write: false, target: 'es2022', minify: true },
      rolldownOptions: {
        input: join(import.meta.dirname, '../index.ts'),
        preserveEntrySignatures: 'strict',
        external: /^[@a-z]/,
      },
    },
  });
  const { output } = (Array.isArray(outputs) ? outputs[0] : outputs) as Rolldown.RolldownOutput;
  return Buffer.from(output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n'));
}

test('health adds at most 3 KB to a page', async () => {
  const [without, whole] = await Promise.all([platform(false), platform(true)]);
  expect(whole.includes('unhandledrejection')).toBe(true);
  const added = gzipSync(whole, { level: 9 }).length - gzipSync(without, { level: 9 }).length;
  expect(added).toBeGreaterThan(1_500);
  expect(added).toBeLessThanOrEqual(3_000);
}, 60_000);
