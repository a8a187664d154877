/** `npm start`: installs missing packages, then runs the local server in this process. */
import { installPackages, requireNode } from './install.mjs';

requireNode();
installPackages();

const { register } = await import('tsx/esm/api');
register();
await import('../../local/src/start.ts');
