/** A program of npm's, and the shell between them, which is stopped. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';

/** A server that says what it gets, and ends by itself after ten seconds. */
const program = `
  import { endWithNpm } from ${JSON.stringify(join(import.meta.dirname, 'endWithNpm.mjs'))};
  process.on('SIGTERM', () => { console.log('SIGTERM'); process.exit(); });
  endWithNpm();
  setTimeout(() => console.log('alone'), process.env.AFTER_MS);
  console.log('running');
`;

it.each([
  ['ends with its shell', { npm_lifecycle_event: 'start', AFTER_MS: '10000' }, ['running', 'SIGTERM']],
  ['continues without npm', { npm_lifecycle_event: undefined, AFTER_MS: '2000' }, ['running', 'alone']],
])('%s', async (_what, variables, expected) => {
  const script = `"${process.execPath}" --input-type=module --eval "$PROGRAM" & wait`;
  const shell = spawn('sh', ['-c', script], {
    env: { ...process.env, ...variables, PROGRAM: program },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const output = createInterface({ input: shell.stdout }).on('line', (line) => {
    lines.push(line);
    if (line === 'running') shell.kill();
  });
  await once(output, 'close');
  expect(lines).toEqual(expected);
});
