/** The schema of environment files. */
import { expect, it } from 'vitest';
import { parseEnvironment } from './environment';

const file = {
  name: 'staging',
  store: 'store',
  address: 'https://staging.example',
  backend: { url: 'https://b.example', publishableKey: 'sb_publishable_x' },
};
const parse = (fields: object) => parseEnvironment({ ...file, ...fields }, 'staging.json');
/** A Supabase key of the older kind: a JWT with a role. */
const jwt = (payload: string) => `eyJh.${Buffer.from(payload).toString('base64url')}.sig`;
const withKey = (publishableKey: string) => ({ backend: { ...file.backend, publishableKey } });

it('fills in the defaults', () => {
  expect(parse({})).toMatchObject({
    allowOverrides: false,
    deterrent: true,
    serviceWorker: true,
    hosting: { listen: '8080', folder: '/srv/slipway' },
    site: { name: 'Slipway' },
  });
  expect(parse({}).pageBudget).toBeUndefined();
});

it.each([
  ['the embedded backend', { backend: 'embedded' }],
  ['a backend on the origin of the app', { backend: { ...file.backend, url: '/' } }],
  ['a JWT of the role anon', withKey(jwt('{"role":"anon"}'))],
  ['a family of previews', { address: 'https://{id}.preview.example', keepDays: 1 }],
  [
    'a policy',
    {
      policy: {
        minimumTime: [{ environment: 'preview', minutes: 0 }],
        deployers: { '*': ['Ada'], billing: ['owners'] },
        approvals: { count: 2, by: ['Bea', 'Cleo'], hours: 8 },
        freezes: [
          { reason: 'year end', from: '2026-12-20T00:00:00Z', to: '2027-01-04T00:00:00+01:00' },
          { reason: 'weekend', days: ['sat', 'sun'], from: '00:00', to: '24:00', timeZone: 'Europe/Berlin' },
        ],
        breakGlass: ['Ada'],
      },
    },
  ],
  [
    'hosting',
    { hosting: { listen: '127.0.0.1:80', folder: '/srv/a-b.c/d', upstream: 'http://127.0.0.1:1' } },
  ],
  ['a long name', { name: `a${'b'.repeat(38)}` }],
])('accepts %s', (_what, fields) => {
  expect(parse(fields)).toMatchObject(fields);
});

it.each<[string, object, RegExp]>([
  ['a secret key', withKey('sb_secret_x'), /backend\.publishableKey: is a secret key/],
  ['a JWT of the service role', withKey(jwt('{"role":"service_role"}')), /is a secret key/],
  [
    'an unknown text of the site',
    { site: { name: 'Dock', owner: 'Dock', callUrl: 'https://cal.example', motto: 'x' } },
    /site\.motto: is not a known field/,
  ],
  ['a JWT of another role', withKey(jwt('{"role":"authenticated"}')), /must be the publishable key/],
  ['a JWT without a role', withKey(jwt('{"role":1}')), /must be the publishable key/],
  ['a JWT that is not JSON', withKey(jwt('{')), /must be the publishable key/],
  ['any other key', withKey('password'), /must be the publishable key, which starts with sb_publishable_/],
  ['a key with a prefix', withKey('x_sb_publishable_y'), /must be the publishable key/],
  ['an unknown field', { colour: 'red' }, /colour/],
  ['an unknown field of the backend', { backend: { ...file.backend, secret: 'x' } }, /secret/],
  ['an unknown backend', { backend: 'hosted' }, /backend: /],
  ['an empty store', { store: '' }, /store: must not be empty/],
  ['an address with a path', { address: 'https://a.example/x' }, /address: must be an origin without a path/],
  ['an address without a scheme', { address: 'a.example' }, /address: must be an origin/],
  ['an upper-case name', { name: 'Staging' }, /name: must be lower-case/],
  ['a name that starts with a digit', { name: '1a' }, /name: must be lower-case/],
  ['a name that is too long', { name: 'a'.repeat(40) }, /name: must be lower-case/],
  [
    'negative minutes',
    { policy: { minimumTime: [{ environment: 'a', minutes: -1 }] } },
    /minutes: must be 0 or more/,
  ],
  [
    'minutes as text',
    { policy: { minimumTime: [{ environment: 'a', minutes: '5' }] } },
    /must be a number of minutes/,
  ],
  [
    'more approvals than owners',
    { policy: { approvals: { count: 2, by: ['Bea', 'Bea'] } } },
    /policy\.approvals: count is higher than the number of owners in by/,
  ],
  [
    'another backend',
    { backend: 'embeded' },
    /backend: must be "embedded", or \{ "url", "publishableKey" \}$/,
  ],
  [
    'a backend with another field',
    { backend: { url: '/', key: 'x' } },
    /: backend\.publishableKey: is missing; backend\.key: is not a known field$/,
  ],
  ['approvals as a number', { policy: { approvals: 2 } }, /policy\.approvals: must be \{ "count", "by" \}/],
  [
    'one approver as text',
    { policy: { approvals: { count: 1, by: 'Bea' } } },
    /by: must be a list of owners/,
  ],
  [
    'half a freeze',
    { policy: { freezes: [{ reason: 'x', from: '2026-12-20T00:00:00Z' }] } },
    /: policy\.freezes\.0\.to: is missing$/,
  ],
  [
    'a weekly freeze without days',
    { policy: { freezes: [{ reason: 'x', from: '16:00', to: '24:00', timeZone: 'Europe/Berlin' }] } },
    /: policy\.freezes\.0\.days: is missing$/,
  ],
  ['a step of 0%', { canaries: { steps: [0, 100] } }, /canaries\.steps: must be ascending whole numbers/],
  ['half a percent', { canaries: { steps: [0.5, 100] } }, /canaries\.steps: must be ascending whole numbers/],
  ['a step as text', { canaries: { steps: ['5', 100] } }, /canaries\.steps\.0: must be a whole number/],
  ['a list as text', { canaries: { steps: '1,5,100' } }, /canaries\.steps: must be a list, \[ … \]$/],
  ['a negative number of bytes', { pageBudget: -5 }, /pageBudget: must be 1 or more/],
  ['a negative number of days', { keepDays: -1 }, /keepDays: must be 1 or more/],
  ['no approvals', { policy: { approvals: { count: 0, by: ['Bea'] } } }, /must be 1 or more/],
  [
    'a freeze that ends before it starts',
    { policy: { freezes: [{ reason: 'x', from: '2026-12-20T00:00:00Z', to: '2026-12-19T00:00:00Z' }] } },
    /to must be after from/,
  ],
  [
    'an unknown time zone',
    { policy: { freezes: [{ reason: 'x', days: ['fri'], from: '16:00', to: '24:00', timeZone: 'Mars' }] } },
    /must be one such as Europe\/Berlin/,
  ],
  ['no days', { keepDays: 0 }, /keepDays: must be 1 or more/],
  ['half a byte', { pageBudget: 1.5 }, /pageBudget: must be a whole number/],
  ['a port that is not a number', { hosting: { listen: 'x:80' } }, /hosting\.listen: must be a port/],
  ['a relative folder', { hosting: { folder: 'srv' } }, /hosting\.folder: must be an absolute path/],
])('rejects %s', (_what, fields, message) => {
  expect(() => parse(fields)).toThrow(message);
});

it('reads the older field approvals as the minimum time', () => {
  const minimumTime = [{ environment: 'preview', minutes: 5 }];
  expect(parse({ approvals: minimumTime }).policy).toMatchObject({ minimumTime });
  expect(parse({ approvals: [] }).policy).toBeUndefined();
});
