#!/usr/bin/env node
/** `npx slipway`: the command line, compiled from its TypeScript source. */
import { join } from 'node:path';
import { importCompiled } from '@slipway/server/compiled';

if (process.env.SLIPWAY_DEBUG) process.setSourceMapsEnabled(true);
const { main } = await importCompiled(join(import.meta.dirname, '../src/main.ts'));
process.exitCode = await main(process.argv.slice(2));
