/** T-37: blocks exactly the listed keys, and the menu on bare surface only; one switch turns it off. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isDevtoolsGuardAvailable } from './isDevtoolsGuardAvailable';
import { devtoolsGuardPreference } from './preference';
import { startDevtoolsGuard } from './startDevtoolsGuard';

let stop: () => void;

beforeEach(() => {
  document.body.innerHTML = `<main><h1>Billing</h1><p>Total <b>$4</b></p>
    <a href="/agents"><span id="in-link">Agents</span></a> <button>Save</button> <code>ak_1</code>
    <input> <textarea></textarea> <div contenteditable="true"><i>Draft</i></div>
    <div contenteditable="false"><s>Fixed</s></div></main>`;
  stop = startDevtoolsGuard();
});

afterEach(() => {
  stop();
  devtoolsGuardPreference.set(true);
  getSelection()?.removeAllRanges();
});

const at = (selector: string) => {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`no ${selector}`);
  return element;
};
const isBlocked = (selector: string, event: Event) => !at(selector).dispatchEvent(event);
const press = (keys: string, selector = 'body') => {
  const parts = keys.split('+');
  return isBlocked(
    selector,
    new KeyboardEvent('keydown', {
      key: parts.at(-1),
      ctrlKey: parts.includes('Ctrl'),
      shiftKey: parts.includes('Shift'),
      altKey: parts.includes('Alt'),
      metaKey: parts.includes('Meta'),
      bubbles: true,
      cancelable: true,
    }),
  );
};
const menu = (selector: string) =>
  isBlocked(selector, new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 2 }));

describe('keys', () => {
  it.each(['F12', 'Ctrl+Shift+I', 'Ctrl+Shift+C', 'Ctrl+Shift+J', 'Ctrl+U', 'Ctrl+u', 'Ctrl+Shift+i'])(
    'blocks %s',
    { tags: ['SES-77', 'SES-78', 'SES-79', 'SES-80', 'SES-81'] },
    (keys) => {
      expect(press(keys)).toBe(true);
    },
  );

  it.each(
    'Ctrl+c Ctrl+v Ctrl+x Ctrl+a Ctrl+f Ctrl+p Ctrl+k Ctrl+z Tab Shift+Tab Shift+F10 ContextMenu F5 F1 Escape Enter u i Ctrl+i Ctrl+j Ctrl+Shift+V Ctrl+Shift+T Ctrl+Alt+u Meta+u Ctrl+Alt+Shift+i'.split(
      ' ',
    ),
  )('does not block %s', { tags: ['SES-83'] }, (keys) => {
    expect(press(keys)).toBe(false);
  });

  it.each(['input', 'textarea', 'i'])('keeps Ctrl+U, which underlines, in %s, and blocks F12', (selector) => {
    expect(press('Ctrl+U', selector)).toBe(false);
    expect(press('F12', selector)).toBe(true);
  });
});

describe('context menu', () => {
  it.each(['body', 'main', 'h1', 'b', 's'])('is blocked on %s', { tags: ['SES-76'] }, (selector) => {
    expect(menu(selector)).toBe(true);
  });

  it.each(['input', 'textarea', 'i', '#in-link', 'button', 'code'])('opens on %s', (selector) => {
    expect(menu(selector)).toBe(false);
  });

  it('opens on selected text, and not beside it', () => {
    getSelection()?.selectAllChildren(at('p'));
    expect(menu('p')).toBe(false);
    expect(menu('h1')).toBe(true);
  });

  it.each(['Shift+F10', 'ContextMenu'])('opens anywhere with %s, once', { tags: ['SES-83'] }, (keys) => {
    press(keys);
    expect(menu('h1')).toBe(false);
    expect(menu('h1')).toBe(true);
  });

  it('is blocked when a click follows the menu key', () => {
    press('ContextMenu');
    at('h1').dispatchEvent(new Event('pointerdown', { bubbles: true }));
    expect(menu('h1')).toBe(true);
  });
});

describe('the switch', () => {
  it('stops blocking while it is off, and stores that only then', () => {
    devtoolsGuardPreference.set(false);
    expect([press('F12'), menu('body')]).toEqual([false, false]);
    expect(localStorage.getItem('slipway-deterrent')).toBe('off');
    devtoolsGuardPreference.set(true);
    expect([press('F12'), menu('body')]).toEqual([true, true]);
    expect(localStorage.getItem('slipway-deterrent')).toBeNull();
  });

  it('lasts as long as the page where storage is blocked', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    devtoolsGuardPreference.set(false);
    expect(press('F12')).toBe(false);
  });

  it('follows a change in another tab', () => {
    let changes = 0;
    const forget = devtoolsGuardPreference.subscribe(() => (changes += 1));
    localStorage.setItem('slipway-deterrent', 'off');
    window.dispatchEvent(new StorageEvent('storage', { key: 'slipway-deterrent' }));
    expect([changes, press('F12')]).toEqual([1, false]);
    forget();
  });
});

describe('isDevtoolsGuardAvailable', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each([
    ['production', true, true],
    ['production', false, false],
    ['development', true, false],
  ])('in %s, with the setting %s: %s', (mode, deterrent, expected) => {
    vi.stubEnv('NODE_ENV', mode);
    expect(isDevtoolsGuardAvailable({ deterrent })).toBe(expected);
  });
});
