/** `npm run plan <email> <plan>`: see `tools/local/src/plan.ts`. */
const { register } = await import('tsx/esm/api');
register();
await import('../../local/src/plan.ts');
