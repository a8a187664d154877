/** The child process of the crash tests: starts a backend, adds agents, and prints each acknowledged one. */
import { startBackend } from '../backend';
import { files } from './files';

const [home = '', from = '0'] = process.argv.slice(2);
const origin = 'http://127.0.0.1';
const backend = await startBackend({ home, origin, log: () => undefined, ...files });
process.stdout.write('started\n');

for (let number = Number(from); ; number += 1) {
  const response = await backend.fetch(
    new Request(`${origin}/rest/v1/agents`, {
      method: 'POST',
      headers: { apikey: backend.secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: `Agent ${String(number)}`,
        category: 'sales',
        creator_id: 'c0000000-0000-4000-8000-000000000001',
      }),
    }),
    { address: '127.0.0.1' },
  );
  if (response.status === 201) process.stdout.write(`${String(number)}\n`);
}
