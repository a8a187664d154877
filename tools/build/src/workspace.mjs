/** The exports of `index.ts`, compiled once (decision 080). The command of Rspack would load its modules one by one. */
import { join } from 'node:path';
import { importCompiled } from '@slipway/server/compiled';

export const { classicScript, shellConfig, sliceConfig } = await importCompiled(
  join(import.meta.dirname, 'index.ts'),
);
