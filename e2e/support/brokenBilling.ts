/** A release of billing whose page throws while it renders: a copy of the slice's source with one line changed. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { home, root } from './server';
import { slipway } from './slipwayCli';

const copy = join(home, 'billing');
const page = join(copy, 'src/routes/BillingPage.tsx');

/** As an argument of `slipway`: a path below the workspace. */
export const brokenBilling = `./${relative(root, copy)}`;

export async function buildBrokenBilling(): Promise<void> {
  rmSync(copy, { recursive: true, force: true });
  cpSync(join(root, 'apps/billing'), copy, {
    recursive: true,
    filter: (path) => !/\/(?:dist|node_modules|test-results)$/.test(path),
  });
  const source = readFileSync(page, 'utf8');
  const broken = source.replace(
    'const session = useSession();',
    "const session = useSession();\n  if (session.status === 'signed-in') throw new TypeError('No plan');",
  );
  if (broken === source) throw new Error(`${page} has no line to change`);
  writeFileSync(page, broken);
  await slipway('build', brokenBilling);
}

/** Where the built page throws, as browsers report it: `<file>:<line>:<column>`. */
export function brokenPlace(): string {
  const dist = join(copy, 'dist');
  for (const file of readdirSync(dist).filter((name) => /^src_routes_billingRoute.*\.js$/.test(name))) {
    const lines = readFileSync(join(dist, file), 'utf8').split('\n');
    const line = lines.findIndex((text) => text.includes('No plan'));
    if (line >= 0) return `${file}:${String(line + 1)}:${String((lines[line] ?? '').indexOf('No plan') + 1)}`;
  }
  throw new Error(`${dist} has no page that throws`);
}
