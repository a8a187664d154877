#!/usr/bin/env node
/** `npx slipway`: the command line, compiled from its TypeScript source. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compiledMain } from './compiled.mjs';

if (process.env.SLIPWAY_DEBUG) process.setSourceMapsEnabled(true);
const compiled = await compiledMain(join(import.meta.dirname, '..'));
if (!compiled) (await import('tsx/esm/api')).register();
const { main } = await import(compiled ? pathToFileURL(compiled).href : '../src/main.ts');
process.exitCode = await main(process.argv.slice(2));
