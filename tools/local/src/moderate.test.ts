/** `slipway moderate` on a running server, with the commands of the runbook (H7). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAgent, serve, type Served } from '@slipway/backend/testing';
import { type TestWorkspace, testWorkspace } from '@slipway/cli/testing';

const root = join(import.meta.dirname, '../../..');

let served: Served;
let place: TestWorkspace;
beforeAll(async () => {
  served = await serve('PostgreSQL');
  place = testWorkspace('store', { SLIPWAY_HOME: served.home, PORT: new URL(served.origin).port });
});
afterAll(async () => {
  place.remove();
  await served.close();
});

const moderate = async (...args: string[]) => place.text('moderate', ...args);
const attempt = async (...args: string[]) => place.slipway('moderate', ...args);

/** Arguments of the runbook's commands, with a real id. */
function documentedCommands(id: string): string[][] {
  const [, section = ''] = readFileSync(join(root, 'docs/runbook.md'), 'utf8').split('\n## Moderate\n');
  const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
  return block
    .trim()
    .split('\n')
    .map((line) => line.replace('npx slipway moderate ', '').replace('<id>', id))
    .map((line) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? ''));
}

test('the commands of the runbook list reports, suspend, list, remove a picture and lift (H7)', async () => {
  const creator = await served.user();
  const agent = await addAgent(creator, { name: 'Reported' });
  // The database looks at the first bytes only: the server made the file.
  const picture = btoa('RIFF\0\0\0\0WEBP');
  await served.service.rpc('save_picture', { person: creator.id, agent, picture });
  const iconOf = async () =>
    (await served.service.from('agents').select('icon').eq('id', agent).single()).data?.icon as unknown;
  const reporter = await served.user();
  await reporter.client
    .from('agent_reports')
    .insert({ agent_id: agent, user_id: reporter.id, reason: 'spam' });
  const listed = async () =>
    (await served.visitor.from('agent_listings').select('agent_id').eq('agent_id', agent)).data?.length;
  const [reports = [], suspend = [], list = [], removePicture = [], lift = [], ...others] =
    documentedCommands(agent);
  expect(others).toEqual([]);

  expect(await moderate(...reports)).toMatch(new RegExp(`^${agent}  Reported  1 report  spam`));
  expect(await moderate(...suspend)).toBe(`The agent ${agent} is suspended`);
  expect(await listed()).toBe(0);
  expect(await moderate(...list)).toMatch(
    new RegExp(`^agent  ${agent}  Reported .*spam  appeals@slipway.example$`),
  );
  expect(await attempt(...suspend)).toMatchObject({
    code: 4,
    error: 'slipway: This agent is already suspended',
  });
  expect(await iconOf()).toMatch(/^[0-9a-f]{64}$/);
  expect(await moderate(...removePicture)).toBe(`The picture of the agent ${agent} is removed`);
  expect(await iconOf()).toBeNull();
  expect(await moderate(...lift)).toBe(`The suspension of the agent ${agent} is lifted`);
  expect(await listed()).toBe(1);
  expect(await moderate('list')).toBe('Nothing is suspended');
});

test('a user is suspended, listed and back, and has a picture, by the name that the documents use', async () => {
  const { id } = await served.user();
  const reason = ['--reason', 'spam'];
  expect(await moderate('suspend', 'user', id, ...reason, '--appeal', 'appeals@slipway.example')).toBe(
    `The user ${id} is suspended`,
  );
  expect(await moderate('list')).toMatch(new RegExp(`^user  ${id}  `));
  expect(await moderate('lift', 'user', id, ...reason)).toBe(`The suspension of the user ${id} is lifted`);
  expect(await moderate('remove-picture', 'user', id, ...reason)).toBe(
    `The picture of the user ${id} is removed`,
  );
});

test('ends the sessions of one user, or of all (ASVS 7.4.5)', async () => {
  const [first, second] = [await served.user(), await served.user()];
  const statusOf = async ({ client }: typeof first) => (await client.from('profiles').select('id')).status;
  expect(await moderate('end-sessions', 'user', first.id, '--reason', 'stolen')).toBe('Ended sessions: 1');
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
  expect(await moderate('end-sessions', 'all', '--reason', 'stolen key')).toMatch(/^Ended sessions: [1-9]/);
  expect(await statusOf(second)).toBe(401);
});

test('takes the email address of a user instead of the id', async () => {
  const { client, id } = await served.user();
  const email = (await client.auth.getUser()).data.user?.email ?? '';
  const ended = ['end-sessions', 'user', email, '--reason', 'stolen'];
  expect(await moderate(...ended)).toBe('Ended sessions: 1');
  const because = ['--reason', 'spam', '--appeal', 'appeals@slipway.example'];
  expect(await moderate('suspend', 'user', email, ...because)).toBe(`The user ${id} is suspended`);
  expect(await moderate('lift', 'user', email, '--reason', 'x')).toContain(id);
  expect(await attempt('suspend', 'user', 'none@example.com', ...because)).toMatchObject({
    code: 3,
    error: 'slipway: No user has the email address none@example.com',
  });
  expect(await attempt('suspend', 'agent', email, ...because)).toMatchObject({ code: 2 });
});

test('lists reported conversations with their links, and removes one (20)', async () => {
  const [creator, key] = [await served.creator(), 'k'.repeat(43)];
  const agent = await addAgent(creator, { name: 'Chatty' });
  const ciphertext = Buffer.alloc(64).toString('base64');
  const { data } = await creator.client
    .rpc('share_conversation', { agent, ciphertext })
    .single<{ id: string }>();
  const id = String(data?.id);
  await served.visitor.rpc('report_shared_conversation', {
    ...{ id, key, reason: 'harmful' },
    details: 'A threat\u001B[2J\u001B]0;title\u0007\n\u202Eevil',
  });
  expect(await moderate('conversations')).toContain(
    `1 report  harmful  /marketplace?conversation=${id}#${key}  A threat [2J ]0;title evil`,
  );
  expect(await moderate('remove-conversation', id, '--reason', 'threats')).toBe(
    `The shared conversation ${id} is removed`,
  );
  expect(await moderate('conversations')).toBe('No shared conversation is reported');
  expect((await served.visitor.rpc('read_shared_conversation', { id })).data).toEqual([]);
});

test.each([
  [
    ['ban'],
    'ban is not an action: use suspend, lift, remove-picture, remove-conversation, end-sessions, list, reports or conversations',
  ],
  [
    ['remove-conversation', 'x', '--reason', 'y'],
    'slipway moderate remove-conversation needs the id of a shared conversation, and --reason',
  ],
  [
    ['end-sessions', 'user', '--reason', 'x'],
    'slipway moderate end-sessions needs user and an id or email address, or all',
  ],
  [['end-sessions', 'all'], 'slipway moderate end-sessions needs --reason'],
  [
    ['lift', 'agent', 'x', '--reason', 'y'],
    'x is not an id: slipway moderate lift needs agent, deployment or user, and its id',
  ],
  [
    ['suspend', 'user', 'x', '--reason', 'y', '--appeal', 'z'],
    'x is not an id or an email address: slipway moderate suspend needs agent, deployment or user, and its id',
  ],
  [['lift', 'agent', '--reason', 'y'], 'slipway moderate lift needs agent, deployment or user, and its id'],
])('rejects %j', async (args, message) => {
  expect(await attempt(...args)).toMatchObject({ code: 2, error: `slipway: ${message}` });
});
