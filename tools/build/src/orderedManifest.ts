/**
 * Sorts the shared packages in the federation manifest: their order depends on the timing of parallel work in the bundler,
 * and a commit must give the same bytes each time (decision 021). Their order has no meaning.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FEDERATION_MANIFEST } from './release';

interface Shared {
  id: string;
}

const byId = (one: Shared, other: Shared) => (one.id < other.id ? -1 : 1);

/** `output` is the folder of the build. The shell has no manifest. */
export function orderManifest(output: string): void {
  const file = join(output, FEDERATION_MANIFEST);
  if (!existsSync(file)) return;
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { shared: Shared[] };
  writeFileSync(file, JSON.stringify({ ...manifest, shared: manifest.shared.sort(byId) }, null, 2));
}
