import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('a process that loaded PostgreSQL keeps the status of its failed tests', () => {
  const module = join(import.meta.dirname, 'postgres.ts');
  const script = `await import(${JSON.stringify(module)}); process.exitCode = 1;`;
  const { status } = spawnSync(process.execPath, [
    ...['--import', 'tsx', '--input-type=module'],
    ...['--eval', script],
  ]);
  expect(status).toBe(1);
});
