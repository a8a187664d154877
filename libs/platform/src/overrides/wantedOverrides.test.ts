/** Only a version, or a slice on localhost, may replace a released one, and the tab remembers it. */
import { beforeEach, describe, expect, it } from 'vitest';
import { overrideLink, wantedOverrides } from './wantedOverrides';

beforeEach(() => {
  sessionStorage.clear();
});

const wanted = (search: string) => Object.fromEntries(wantedOverrides(search, sessionStorage));

describe('wantedOverrides', () => {
  it('reads one or several overrides, and remembers them for the next page', () => {
    const both = { billing: 'http://localhost:4205', auth: 'http://localhost:4206' };
    expect(wanted('?slice=billing@http://localhost:4205&slice=auth@http://localhost:4206')).toEqual(both);
    expect(wanted('')).toEqual(both);
    expect(wanted('?slice=auth@http://localhost:4300')).toEqual({ ...both, auth: 'http://localhost:4300' });
  });

  it('reads a version', () => {
    expect(wanted('?slice=billing@0123456789abcdef')).toEqual({ billing: '0123456789abcdef' });
  });

  it.each([
    'billing@0123456789ABCDEF',
    'billing@01234567',
    'billing@https://evil.example',
    'billing@http://localhost.evil.example:4205',
    'billing@http://localhost:4205/path',
    'billing@http://localhost:4205@evil.example',
    'billing@http://127.0.0.1:4205',
    '../shell@http://localhost:4205',
    'billing',
    '',
  ])('ignores %j', (text) => {
    expect(wanted(`?slice=${encodeURIComponent(text)}`)).toEqual({});
    expect(wanted('')).toEqual({});
  });
});

describe('overrideLink', () => {
  it('replaces the overrides of an address, and keeps everything else of it', () => {
    const both = new Map([
      ['billing', '0123456789abcdef'],
      ['auth', 'http://localhost:4206'],
    ]);
    const link = overrideLink('https://a.example/billing?slice=x@http://localhost:1&q=a%20b#top', both);
    expect(link).toBe(
      'https://a.example/billing?q=a+b&slice=billing@0123456789abcdef&slice=auth@http://localhost:4206#top',
    );
    expect(wanted(new URL(link).search)).toEqual(Object.fromEntries(both));
  });
});
