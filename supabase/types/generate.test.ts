/** The committed types match the migrations. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPglite } from '@slipway/backend';
import { typesFile, typesOf } from './generate';
import { newHome } from '@slipway/backend/testing';

test('database.types.ts is up to date (if not: npm run types -w @slipway/database)', async () => {
  const home = newHome();
  const database = await openPglite(join(home, 'data'));
  const types = await typesOf(database);
  await database.close();
  rmSync(home, { recursive: true });
  expect(readFileSync(typesFile, 'utf8')).toBe(types);
});
