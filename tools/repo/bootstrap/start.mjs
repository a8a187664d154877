/** `npm start`: installs missing packages, then runs the local server in this process. */
import { join } from 'node:path';
import { endWithNpm } from './endWithNpm.mjs';
import { fail, installPackages, requireNode } from './install.mjs';

const help = `npm start: installs missing packages, builds changed slices, starts the database, and serves the app.

It takes no options. Environment variables change what it does, such as:

  PORT=4300 npm start              serves http://127.0.0.1:4300 instead of port 4200
  SLIPWAY_HOME=/data npm start     keeps data, keys and releases in that folder instead of .slipway
  SLIPWAY_NO_BUILD=1 npm start     serves the slices as they are built

docs/configuration.md lists all of them.`;

const [first] = process.argv.slice(2);
if (first === '--help' || first === '-h') {
  console.log(help);
  process.exit(0);
}
if (first !== undefined) {
  fail(
    `npm start takes no arguments, and ${first} is one. Set environment variables instead: npm start -- --help`,
  );
}

endWithNpm();
requireNode();
installPackages();

const { importCompiled } = await import('@slipway/server/compiled');
await importCompiled(join(import.meta.dirname, '../../local/src/start.ts'));
