/** `npm run plan <email> <plan>`: see `tools/local/src/plan.ts`. */
import { join } from 'node:path';
import { installPackages, requireNode } from './install.mjs';

requireNode();
installPackages();

const { importCompiled } = await import('@slipway/server/compiled');
await importCompiled(join(import.meta.dirname, '../../local/src/plan.ts'));
