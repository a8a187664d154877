/** The server under test, begun anew: what an earlier run left is removed, then it is `npm start`. */
import { rmSync } from 'node:fs';

const home = process.env.SLIPWAY_HOME;
if (!home) throw new Error('SLIPWAY_HOME: the folder of the server under test');
rmSync(home, { recursive: true, force: true });
await import('../tools/bootstrap/start.mjs');
