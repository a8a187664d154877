/** Rules between the fields of manifests, and small lists that pages and tools share. */
import { describe, expect, it } from 'vitest';
import { AppError, isAppError } from './errors';
import { isPrerenderedStyle, providerTokens } from './prerendered';
import { shareFailures, singletonOwner } from './sharedPackages';
import { eventFailures } from './sliceEvents';
import { isShownAtOnce } from './slots';
import { thirdPartyEntries } from './thirdParties';

describe('shareFailures', () => {
  it('accepts leaf packages of a slice in the page', () => {
    expect(shareFailures({})).toEqual([]);
    expect(shareFailures({ shares: ['@team/charts'] })).toEqual([]);
    expect(shareFailures({ isolation: 'sandbox' })).toEqual([]);
  });

  it('rejects packages of the shell, and shares of a sandboxed slice', () => {
    expect(singletonOwner('react-router')).toBe('@slipway/platform');
    expect(shareFailures({ shares: ['react-router', '@team/charts'], isolation: 'sandbox' })).toEqual([
      'shares: a page has one copy of react-router, that of the shell: import @slipway/platform, and remove it here',
      'shares: a sandboxed slice has no other slice to share with: remove it',
    ]);
  });
});

describe('eventFailures', () => {
  const event = (name: string, version = 1) => ({ name, version });

  it('accepts events of the slice, in several versions', () => {
    expect(eventFailures({ id: 'billing' })).toEqual([]);
    const emits = [event('billing.paid'), event('billing.paid', 2)];
    expect(eventFailures({ id: 'billing', emits, listens: [event('agents.sold'), ...emits] })).toEqual([]);
  });

  it('rejects events of other slices, and repeated ones', () => {
    const emits = [event('billings.paid'), event('billing.paid'), event('billing.paid')];
    const sold = event('agents.sold', 2);
    expect(eventFailures({ id: 'billing', emits, listens: [sold, sold, sold] })).toEqual([
      'emits: billings.paid must start with "billing."',
      'emits: billing.paid@1 is listed twice',
      'listens: agents.sold@2 is listed twice',
    ]);
  });
});

it('each third party is listed once, in order', () => {
  const one = { connect: ['https://b.example', 'https://a.example'], frame: ['https://f.example'] };
  expect(
    thirdPartyEntries(one, undefined, { connect: ['https://b.example'], img: ['https://i.example'] }),
  ).toEqual([
    { kind: 'connect', origin: 'https://a.example' },
    { kind: 'connect', origin: 'https://b.example' },
    { kind: 'img', origin: 'https://i.example' },
    { kind: 'frame', origin: 'https://f.example' },
  ]);
});

it('a document preloads no slot that a user opens', () => {
  const slots = ['landing.featured', 'dashboard.account', 'agent.playground', 'deployment.limits'];
  expect(slots.filter(isShownAtOnce)).toEqual(['landing.featured', 'dashboard.account']);
});

it('prerendered pages have tokens for each provider, and styles that no code loads', () => {
  const tokens = { accepted: '{with-github}', missing: '{without-github}', end: '{end-github}' };
  expect(providerTokens('github')).toEqual(tokens);
  const paths = [
    'prerendered.0a1b.css',
    'prerendered.css',
    'xprerendered.0a.css',
    'prerendered.0a.css.br',
    'prerendered.xy.css',
  ];
  expect(paths.filter(isPrerenderedStyle)).toEqual(['prerendered.0a1b.css']);
});

it('an error of the app is one by its name and its code, also from another copy of this library', () => {
  const named = (name: string, fields: object) => Object.assign(new Error('x'), { name }, fields);
  expect(isAppError(new AppError('not_found', 'x'))).toBe(true);
  expect(isAppError(named('AppError', { code: 'not_found' }))).toBe(true);
  const others = [
    named('AppError', {}),
    named('TypeError', { code: 'x' }),
    { name: 'AppError', code: 'x' },
    undefined,
  ];
  expect(others.map(isAppError)).toEqual([false, false, false, false]);
});
