/** One server under test, for the worker that `TEST_PARALLEL_INDEX` names: an empty home, then what `npm start` runs. */
import { rmSync } from 'node:fs';
import { register } from 'tsx/esm/api';

register();
const { home, isBehindNginx, port, serverEnv } = await import('./support/server.ts');
rmSync(home, { recursive: true, force: true });
Object.assign(process.env, serverEnv);
await import('../tools/backend/src/testing/fastPasswords.ts');
await import('../tools/local/src/start.ts');

if (isBehindNginx) {
  const { spawnWebServer } = await import('./support/webServers.ts');
  const nginx = spawnWebServer('nginx', port);
  process.on('exit', () => nginx.kill());
}
process.send('ready');
