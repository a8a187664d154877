/** The committed types are those of the migrations. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPglite } from './database/database';
import { typesFile, typesOf } from './generateTypes';
import { newHome } from './testing/serve';

test('database.types.ts is fresh (if not: npm run types --workspace @slipway/backend)', async () => {
  const home = newHome();
  const database = await openPglite(join(home, 'data'));
  const types = await typesOf(database);
  await database.close();
  rmSync(home, { recursive: true });
  expect(readFileSync(typesFile, 'utf8')).toBe(types);
});
