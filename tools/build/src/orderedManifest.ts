/**
 * Sorts the shared packages in the federation manifest: their order depends on the timing of parallel work in the bundler,
 * and a commit must give the same bytes each time (decision 021). Their order has no meaning.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILES = ['mf-manifest.json', 'mf-stats.json'];

interface Shared {
  id: string;
  /** Only in the statistics. */
  usedIn?: string[];
}

const byId = (one: Shared, other: Shared) => (one.id < other.id ? -1 : 1);

/** `output` is the folder of the build. The shell has no manifest. */
export function orderManifest(output: string): void {
  for (const file of FILES.map((name) => join(output, name)).filter((path) => existsSync(path))) {
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { shared?: Shared[] };
    const shared = manifest.shared?.map((each) => ({
      ...each,
      ...(each.usedIn && { usedIn: [...each.usedIn].sort() }),
    }));
    if (shared) writeFileSync(file, JSON.stringify({ ...manifest, shared: shared.sort(byId) }, null, 2));
  }
}
