/** `slipway doctor --hosted` and a database that accepts connections, and at some point responds no more. */
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { inDatabase } from './hostedFindings';

/** Messages of PostgreSQL: authenticated, the end of a `set`, and ready for a statement. */
const AUTHENTICATED = Buffer.from('520000000800000000', 'hex');
const DONE = Buffer.from('430000000853455400', 'hex');
const READY = Buffer.from('5a0000000549', 'hex');

/** Responds to the start of the connection and to so many statements. */
async function silentAfter(statements: number) {
  let left = statements;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.concat([AUTHENTICATED, READY]));
      socket.on('data', () => {
        if (left > 0) socket.write(Buffer.concat([DONE, READY]));
        left -= 1;
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { server, host: `127.0.0.1:${String(port)}` };
}

test.each([
  [0, ['database']],
  [
    1,
    // oxfmt-ignore
    ['migrations', 'roles', 'timeouts', 'extensions', 'row-level security', 'vault', 'scheduled jobs', 'demo data'],
  ],
])('is reported after %i responses, and its connection closes', async (statements, subjects) => {
  const { server, host } = await silentAfter(statements);
  const findings = await inDatabase(`postgres://me:hush@${host}/postgres`, import.meta.dirname, 100);
  const detail = `${host}/postgres (DATABASE_URL) accepted the connection, but did not respond within 2.1 s: check that the project is not paused or overloaded, then try again`;
  expect(findings).toEqual(subjects.map((subject) => ({ subject, isHealthy: false, detail })));
  await new Promise((resolve) => server.close(resolve)); // waits for every connection
});
