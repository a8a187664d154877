/** The server under test, begun anew: what an earlier run left is removed, then it is `npm start`, behind nginx if asked. */
import { rmSync } from 'node:fs';

const home = process.env.SLIPWAY_HOME;
if (!home) throw new Error('SLIPWAY_HOME: the folder of the server under test');
rmSync(home, { recursive: true, force: true });
await import('../tools/repo/bootstrap/start.mjs');

// Its way of reading TypeScript is in force from here on.
const { isBehindNginx, port } = await import('./support/server.ts');
if (isBehindNginx) {
  const { spawnWebServer } = await import('./support/webServers.ts');
  const nginx = spawnWebServer('nginx', port);
  process.on('exit', () => nginx.kill());
}
