/** A federation manifest whose shared packages come in any order. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { orderManifest } from './orderedManifest';

it('has the same bytes for any order of the shared packages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-manifest-'));
  const file = join(folder, 'mf-manifest.json');
  const [data, react] = [{ id: 'x:data' }, { id: 'x:react' }];
  const ordered = (shared: object[]) => {
    writeFileSync(file, JSON.stringify({ id: 'x', shared, exposes: [] }));
    orderManifest(folder);
    return readFileSync(file, 'utf8');
  };
  try {
    const text = ordered([react, data]);
    expect(ordered([data, react])).toBe(text);
    expect(JSON.parse(text)).toEqual({ id: 'x', shared: [data, react], exposes: [] });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
