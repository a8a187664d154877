/** The user's profile, and the links that others see. */
import { QueryClient } from '@tanstack/react-query';
import { startBackend } from '@slipway/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { linkProblem, linksIn, profileQueries, saveProfile } from './profile';

afterEach(() => {
  vi.unstubAllGlobals();
});

const newClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
const details = { about: 'I build agents.', links: ['https://a.example'], color: 'teal', picture: 'hash' };

test.each([
  [null, null, { name: '', about: '', links: [], color: null, picture: null }],
  [{ full_name: null }, null, { name: '', about: '', links: [], color: null, picture: null }],
  [{ full_name: 'Mia' }, details, { name: 'Mia', ...details }],
])('the name %j and the details %j are read', async (name, own, profile) => {
  const backend = startBackend({ profiles: { json: name }, profile_details: { json: own } });
  expect(await newClient().fetchQuery(profileQueries.own('u1'))).toEqual(profile);
  expect(backend.sent('GET', 'profiles')[0]?.url.searchParams.get('id')).toBe('eq.u1');
  expect(backend.sent('GET', 'profile_details')[0]?.url.searchParams.get('user_id')).toBe('eq.u1');
});

test('all of the profile but the picture is saved at once', async () => {
  const backend = startBackend({ save_profile: { json: null } });
  const { about, links, color } = details;
  await saveProfile({ name: 'Mia', about, links, color });
  expect(backend.requests.map(({ body }) => body)).toEqual([{ full_name: 'Mia', about, links, color }]);
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
