/** The child process of the crash test: serves a backend and the gateway until it is killed, and prints its origin. */
import { startTestServer } from '@slipway/backend/testing';
import { localGateway } from '../localGateway';

const [home = ''] = process.argv.slice(2);
const { origin } = await startTestServer({ home, mount: localGateway });
process.stdout.write(`${origin}\n`);
