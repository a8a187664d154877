/** A dump whose folder cannot take it. */
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newFolder, newPlace, serve } from '../testing';
import { dumpDatabase, fileOf } from './dump';

test.skipIf(!existsSync('/dev/full'))('a full disk ends a dump with its error', async () => {
  const served = await serve('PostgreSQL', await newPlace('PostgreSQL'));
  onTestFinished(() => served.close());
  const folder = newFolder('dump');
  const file = join(folder, fileOf('public.agents'));
  mkdirSync(dirname(file), { recursive: true });
  symlinkSync('/dev/full', file);
  await expect(dumpDatabase(served.backend.database, folder)).rejects.toMatchObject({ code: 'ENOSPC' });
});
