/** `npm start`: installs missing packages, then runs the local server in this process. */
import { join } from 'node:path';
import { installPackages, requireNode } from './install.mjs';

requireNode();
installPackages();

const { importCompiled } = await import('@slipway/server/compiled');
await importCompiled(join(import.meta.dirname, '../../local/src/start.ts'));
