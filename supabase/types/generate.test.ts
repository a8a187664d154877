/** The committed types match the migrations. */
import { readFileSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openPostgres } from '@slipway/backend';
import { typesFile, typesOf } from './generate';
import { newPlace } from '@slipway/backend/testing';

test('database.types.ts is up to date (if not: npm run types -w @slipway/database)', async () => {
  const { home, databaseUrl = '' } = await newPlace('PostgreSQL');
  const database = await openPostgres(databaseUrl);
  const types = await typesOf(database);
  await database.close();
  rmSync(home, { recursive: true });
  expect(readFileSync(typesFile, 'utf8')).toBe(types);
});
