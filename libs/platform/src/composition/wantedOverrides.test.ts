/** Only a slice on localhost may replace a released one, and the tab remembers it. */
import { beforeEach, describe, expect, it } from 'vitest';
import { wantedOverrides } from './wantedOverrides';

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

  it.each([
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
