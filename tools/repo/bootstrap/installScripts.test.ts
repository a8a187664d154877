/** npm warns of each package with an installation script that `allowScripts` does not name. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));

test('package.json allows the scripts of exactly the packages that have one', () => {
  const { packages } = read('package-lock.json') as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  const names = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> };
  expect(Object.keys(allowScripts).sort()).toEqual([...new Set(names)].sort());
});
