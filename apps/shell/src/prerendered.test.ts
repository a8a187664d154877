/** The end of the prerendered page. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { removePrerendered } from './prerendered';

const link = (href: string, text: string) => `<a href="${href}">${text}</a>`;
const body = `${link('/login', 'Sign In')}${link('/signup', 'Start')}${link('/signup', 'Start')}`;
let root: HTMLElement;

beforeEach(() => {
  document.documentElement.dataset.prerendered = 'shown';
  document.body.innerHTML = `<div id="root">${link('/signup', 'New')}${body}</div><div id="slipway-prerendered">${body}</div>`;
  root = document.getElementById('root') ?? document.body;
});

it('removes it', () => {
  removePrerendered(root);
  expect(document.getElementById('slipway-prerendered')).toBeNull();
  expect(document.documentElement.dataset.prerendered).toBeUndefined();
  expect(document.activeElement).toBe(document.body);
  removePrerendered(root);
});

it('keeps the focus on the same link', () => {
  document.querySelectorAll<HTMLElement>('#slipway-prerendered a')[2]?.focus();
  removePrerendered(root);
  expect(document.activeElement).toBe(root.querySelectorAll('a')[3]);
});

it.each(['users', 'visitors'])(
  'keeps the focus on the same link beside the hidden frame of %s (23)',
  (hidden) => {
    const { dataset } = document.documentElement;
    if (hidden === 'visitors') dataset.session = '';
    const place = document.getElementById('slipway-prerendered');
    place?.insertAdjacentHTML('afterbegin', `<div data-for="${hidden}">${link('/login', 'Sign In')}</div>`);
    document.querySelectorAll<HTMLElement>('#slipway-prerendered a')[1]?.focus();
    removePrerendered(root);
    expect(document.activeElement).toBe(root.querySelectorAll('a')[1]);
    expect(dataset.session).toBeUndefined();
  },
);

it('leaves the focus where the app has put it', () => {
  const own = root.querySelector('a');
  own?.focus();
  removePrerendered(root);
  expect(document.activeElement).toBe(own);
});

describe('a press that begins before the app and ends on it', () => {
  const clicked: unknown[] = [];
  const release = (type: string, on: Element | undefined, init: PointerEventInit = {}) => {
    const event = new MouseEvent(type, { bubbles: true, ...init });
    (on ?? document.body).dispatchEvent(Object.assign(event, { pointerType: init.pointerType ?? 'mouse' }));
    return clicked.splice(0);
  };
  let links: HTMLAnchorElement[];

  beforeEach(() => {
    // No pointer presses anything here.
    const pressed = document.querySelectorAll<HTMLElement>('#slipway-prerendered a')[2];
    if (pressed) vi.spyOn(pressed, 'matches').mockImplementation((selector) => selector === ':active');
    links = [...root.querySelectorAll('a')];
    root.addEventListener('click', (event) => {
      event.preventDefault();
      clicked.push(event.target);
    });
    removePrerendered(root);
  });

  it('is a click of the same link, once', () => {
    expect(release('pointerup', links[3])).toEqual([links[3]]);
    expect(release('pointerup', links[3])).toEqual([]);
  });

  it.each([
    ['on another link', 'pointerup', {}],
    ['with a modifier', 'pointerup', { ctrlKey: true }],
    ['of another button', 'pointerup', { button: 1 }],
    ['of a finger, which the browser reports itself', 'pointerup', { pointerType: 'touch' }],
    ['that became a scroll', 'pointercancel', {}],
  ])('is none %s', (what, type, init) => {
    expect(release(type, what === 'on another link' ? links[1] : links[3], init)).toEqual([]);
    expect(release('pointerup', links[3])).toEqual([]);
  });
});

describe('a form', () => {
  const fields = '<input name="email" type="email"><input name="password" type="password">';
  const form = `<form>${fields}<button type="submit">Send</button></form>`;
  let own: HTMLFormElement;
  let early: HTMLFormElement;
  const field = (of: HTMLFormElement, name: string) => {
    const found = of.elements.namedItem(name);
    if (!(found instanceof HTMLInputElement)) throw new Error(`no field ${name}`);
    return found;
  };

  beforeEach(() => {
    document.body.innerHTML = `<div id="root">${form}</div><div id="slipway-prerendered">${form}</div>`;
    root = document.getElementById('root') ?? document.body;
    [own, early] = [...document.forms] as [HTMLFormElement, HTMLFormElement];
  });

  it('keeps what was typed, and reports it as typing does', () => {
    const heard: unknown[] = [];
    root.addEventListener('input', ({ target }) => heard.push(target));
    field(early, 'password').value = 'secret';
    removePrerendered(root);
    expect(field(own, 'password').value).toBe('secret');
    expect(field(own, 'password').getAttribute('value')).toBeNull();
    expect(heard).toEqual([field(own, 'password')]);
  });

  it('keeps the focus and the caret', () => {
    const typed = field(early, 'password');
    typed.value = 'secret';
    typed.focus();
    typed.setSelectionRange(2, 3);
    removePrerendered(root);
    expect(document.activeElement).toBe(field(own, 'password'));
    expect([field(own, 'password').selectionStart, field(own, 'password').selectionEnd]).toEqual([2, 3]);
  });

  it('that was sent before is sent with what was typed, and only then', () => {
    const sent: string[] = [];
    own.addEventListener('submit', (event) => {
      event.preventDefault();
      sent.push(field(own, 'email').value);
    });
    field(early, 'email').value = 'a@b.example';
    document.documentElement.dataset.sent = '';
    removePrerendered(root);
    removePrerendered(root);
    expect(sent).toEqual(['a@b.example']);
  });
});
