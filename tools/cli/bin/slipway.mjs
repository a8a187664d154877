#!/usr/bin/env node
/** `npx slipway`: the command line, compiled from its TypeScript source. */
import { join } from 'node:path';
import { importCompiled } from '@slipway/server/compiled';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `slipway: Node ${process.versions.node} is too old: install Node 20.19 or newer (20, 22 or 24)`,
  );
  process.exit(1);
}
if (process.env.SLIPWAY_DEBUG) process.setSourceMapsEnabled(true);
const { main } = await importCompiled(join(import.meta.dirname, '../src/main.ts'));
process.exitCode = await main(process.argv.slice(2));
