/** One server under test, for the worker that `TEST_PARALLEL_INDEX` names: a prepared home, then what `npm start` runs. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { preparedHome } from '@slipway/backend/testing/preparedHome';
import {
  home,
  isBehindNginx,
  port,
  root,
  serverEnv,
  serverEnvironmentFiles,
  serverEnvironments,
} from './support/server';

rmSync(home, { recursive: true, force: true });
cpSync(await preparedHome(), home, { recursive: true });
for (const file of serverEnvironmentFiles) {
  cpSync(join(root, 'environments', file), join(serverEnvironments, file));
}
Object.assign(process.env, serverEnv);
if (isBehindNginx) {
  const { spawnWebServer } = await import('./support/webServers');
  const nginx = spawnWebServer('nginx', port);
  process.on('exit', () => nginx.kill());
}
await import('@slipway/backend/testing/fastPasswords');
await import('@slipway/local/start');
process.send?.('ready');
