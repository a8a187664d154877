/** The user's profile, and the links that others see. */
import { createTestClient, startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { linkProblem, linksIn, profileQueries, saveProfile } from './profile';

afterEach(() => {
  vi.unstubAllGlobals();
});

const row = {
  ...{
    full_name: 'Mia',
    about: 'I build agents.',
    links: ['https://a.example', 'https://b.example'],
    color: 'teal',
  },
  ...{ picture: 'hash', mails_reviews: false, mails_failures: true, etag: 'e1' },
};
const draft = {
  ...{ name: 'Mia', about: 'I build agents.', links: 'https://a.example\nhttps://b.example', color: 'teal' },
  ...{ mails_reviews: false, mails_failures: true },
};

test.each([
  [{}, {}, 'hash'],
  [{ full_name: null, color: null, picture: null }, { name: '', color: null }, null],
])('a profile with %j is read', async (values, fields, picture) => {
  startBackend({ own_profile: { json: [{ ...row, ...values }] } });
  const profile = { draft: { ...draft, ...fields }, picture, etag: 'e1' };
  expect(await createTestClient().fetchQuery(profileQueries.own('u1'))).toEqual(profile);
  expect(await createTestClient().fetchQuery(profileQueries.form('u1'))).toEqual(profile);
});

test('all of the profile but the picture is saved at once', async () => {
  const backend = startBackend({ save_profile: { json: null } });
  const typed = { ...draft, name: ' Mia ', links: ' a.example\n\nhttps://b.example ' };
  expect(await saveProfile({ draft: typed, etag: 'e1' })).toBeUndefined();
  const { picture: _picture, ...saved } = row;
  expect(backend.requests.map(({ body }) => body)).toEqual([saved]);
});

test('a save of an older profile returns the current one', async () => {
  startBackend({
    save_profile: { status: 409, json: { message: 'x', code: 'PT409' } },
    own_profile: { json: [{ ...row, etag: 'e2' }] },
  });
  expect(await saveProfile({ draft, etag: 'e1' })).toMatchObject({ draft, etag: 'e2' });
});

test.each([
  [[], undefined],
  [['https://a.example/mia?x=1'], undefined],
  [Array.from({ length: 5 }, () => 'https://a.example'), undefined],
  [Array.from({ length: 6 }, () => 'https://a.example'), 'links-many'],
  [['http://a.example'], 'links-invalid'],
  [['javascript:alert(1)//https://a.example'], 'links-invalid'],
  [['https://a.example b'], 'links-invalid'],
  [['https://a.example/a b'], 'links-invalid'],
  [['https://'], 'links-invalid'],
  [['https://['], 'links-invalid'],
  [['https://a.example', 'ftp://a.example'], 'links-invalid'],
  [[`https://a.example/${'x'.repeat(282)}`], undefined],
  [[`https://a.example/${'x'.repeat(283)}`], 'links-invalid'],
])('the links %j have the problem %j', (links, problem) => {
  expect(linkProblem(links)).toBe(problem);
});

test.each([
  ['', []],
  [' \n\n', []],
  ['  a.example/mia \n https://b.example', ['https://a.example/mia', 'https://b.example']],
  ['javascript:alert(1)', ['javascript:alert(1)']],
  ['HTTP://a.example', ['HTTP://a.example']],
  ['git+ssh.x-y:a', ['git+ssh.x-y:a']],
  ['a.example?next=b:c', ['https://a.example?next=b:c']],
  ['example.com:8080\nexample.com:8080/a', ['https://example.com:8080', 'https://example.com:8080/a']],
  ['mailto:a@example.com:25', ['mailto:a@example.com:25']],
])('the lines of %j are the links %j', (text, links) => {
  expect(linksIn(text)).toEqual(links);
});
