/**
 * TypeScript, which reads messages, styles and pages. An import of its 9 MB would make Node search them for names of exports
 * first, which takes 0.3 s of each build.
 */
import { createRequire } from 'node:module';

export const ts = createRequire(import.meta.url)('typescript');
