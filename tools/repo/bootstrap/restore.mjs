/** `npm run restore <file> [--force]`: see `tools/local/src/restore.ts`. */
const { register } = await import('tsx/esm/api');
register();
await import('../../local/src/restore.ts');
