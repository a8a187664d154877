/** The end of a backend: nothing stays open, also after an error. */
import { appendFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startBackend } from './backend';
import { files } from './testing/files';
import { newHome } from './testing/serve';

test('closes everything, also after a step that failed, and reports its error once', async () => {
  const folder = newHome();
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const logFile = join(folder, 'log');
  const backend = await startBackend({
    ...{ home: folder, origin: 'http://127.0.0.1', ...files },
    log: (line) => {
      appendFileSync(logFile, line);
    },
  });
  await backend.fetch(
    new Request('http://127.0.0.1/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'demo@slipway.example', password: 'wrong' }),
    }),
    { address: '127.0.0.1' },
  );
  // The failed sign-in cannot be recorded then, and the line about that cannot be written.
  await backend.database.close();
  mkdirSync(logFile);
  const closing = backend.close();
  const second = backend.close().then(() => existsSync(join(folder, 'lock')));
  await expect(closing).rejects.toThrow('EISDIR');
  expect(existsSync(join(folder, 'lock'))).toBe(false);
  expect(await second).toBe(false);
  await expect(backend.close()).resolves.toBeUndefined();
});
