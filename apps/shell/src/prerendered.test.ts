/** The end of the page that the document had in advance. */
import { beforeEach, expect, it } from 'vitest';
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

it('leaves the focus where the app has put it', () => {
  const own = root.querySelector('a');
  own?.focus();
  removePrerendered(root);
  expect(document.activeElement).toBe(own);
});
