/** One server under test, for the worker that `TEST_PARALLEL_INDEX` names: a prepared home, then what `npm start` runs. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { register } from 'tsx/esm/api';

register();
const { home, isBehindNginx, port, root, serverEnv, serverEnvironmentFiles, serverEnvironments } =
  await import('./support/server.ts');
const { preparedHome } = await import('../tools/backend/src/testing/preparedHome.ts');
rmSync(home, { recursive: true, force: true });
cpSync(await preparedHome(), home, { recursive: true });
for (const file of serverEnvironmentFiles) {
  cpSync(join(root, 'environments', file), join(serverEnvironments, file));
}
Object.assign(process.env, serverEnv);
await import('../tools/backend/src/testing/fastPasswords.ts');
await import('../tools/local/src/start.ts');

if (isBehindNginx) {
  const { spawnWebServer } = await import('./support/webServers.ts');
  const nginx = spawnWebServer('nginx', port);
  process.on('exit', () => nginx.kill());
}
process.send('ready');
