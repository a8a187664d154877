/** `npm run backup [file]`: see `tools/local/src/backup.ts`. */
const { register } = await import('tsx/esm/api');
register();
await import('../../local/src/backup.ts');
