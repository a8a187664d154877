/** A process for the crash test: serves a folder's backend and gateway until it is killed, and prints its origin. */
import { startTestServer } from '@slipway/backend/testing';
import { localGateway } from '../localGateway';

const [home = ''] = process.argv.slice(2);
const { origin } = await startTestServer({ home, mount: localGateway });
process.stdout.write(`${origin}\n`);
