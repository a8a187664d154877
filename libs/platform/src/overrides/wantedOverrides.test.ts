/** Only a version, or a slice on localhost, may replace a released one, and the tab remembers it. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { overridesKey } from '../releases/storageKeys';
import { isOverridden, overrideLink, runOverrides, wantedOverrides } from './wantedOverrides';

beforeEach(() => {
  sessionStorage.clear();
});

const wanted = (search: string) => Object.fromEntries(wantedOverrides(search));

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

  it('reads names with digits and hyphens, of one letter and of 39, and any port', () => {
    const names = ['a', 'my-slice-2', 'a'.repeat(39)];
    for (const name of names) expect(wanted(`?slice=${name}@http://localhost:1`)).toHaveProperty(name);
    expect(wanted('?slice=a@http://localhost:65535')).toHaveProperty('a', 'http://localhost:65535');
  });

  it('writes nothing to the tab when the address names none', () => {
    wanted('?q=slice');
    expect(sessionStorage.getItem(overridesKey)).toBeNull();
  });

  it.each([
    'billing@0123456789ABCDEF',
    'billing@01234567',
    'billing@0123456789abcdef0',
    'billing@gggggggggggggggg',
    'Billing@0123456789abcdef',
    '9billing@0123456789abcdef',
    'bill_ing@0123456789abcdef',
    `${'a'.repeat(40)}@0123456789abcdef`,
    'billing@http://localhost:123456',
    'billing@http://localhost:port',
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

describe('isOverridden', () => {
  it('is true with an override in the address, and after one in the tab', () => {
    expect(isOverridden('?q=slice')).toBe(false);
    expect(isOverridden('?q=1&slice=billing@0123456789abcdef')).toBe(true);
    wanted('?slice=billing@0123456789abcdef');
    expect(isOverridden('')).toBe(true);
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

describe('runOverrides', () => {
  const page = () => ({
    history: { ...window.history, state: { key: 'k' }, replaceState: vi.fn() },
    location: {
      ...window.location,
      href: 'https://a.example/billing?slice=x@http://localhost:1#top',
      reload: vi.fn(),
    },
  });

  it('keeps them for the tab, and loads the address without those that it names', () => {
    const here = page();
    runOverrides(new Map([['billing', '0123456789abcdef']]), here);
    expect(sessionStorage.getItem(overridesKey)).toBe('billing@0123456789abcdef');
    expect(here.history.replaceState).toHaveBeenCalledExactlyOnceWith(
      { key: 'k' },
      '',
      'https://a.example/billing#top',
    );
    expect(here.location.reload).toHaveBeenCalledOnce();
    expect(wanted('')).toEqual({ billing: '0123456789abcdef' });
  });

  it('keeps them in the address where storage is blocked (23)', () => {
    const blocked = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    const here = page();
    runOverrides(new Map([['billing', '0123456789abcdef']]), here);
    expect(here.history.replaceState.mock.lastCall?.[2]).toBe(
      'https://a.example/billing?slice=billing@0123456789abcdef#top',
    );
    blocked.mockRestore();
    runOverrides(new Map(), here);
  });

  it('ends all of them', () => {
    wanted('?slice=billing@0123456789abcdef');
    const here = page();
    runOverrides(new Map(), here);
    expect(sessionStorage.getItem(overridesKey)).toBeNull();
    expect(here.location.reload).toHaveBeenCalledOnce();
  });
});
