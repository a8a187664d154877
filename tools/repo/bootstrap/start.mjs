/** `npm start`: installs what is missing, then becomes the local server. */
import { installPackages, requireNode } from './install.mjs';

requireNode();
installPackages();

const { register } = await import('tsx/esm/api');
register();
await import('../../local/src/start.ts');
