import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Dialog } from '../overlays/Dialog';
import { keepToastsPlaced } from './keepToastsPlaced';

beforeAll(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
afterEach(cleanup);

test('toasts leave what they cover after the window has changed its size, until they are gone', () => {
  document.body.innerHTML = '<form><button>Save</button></form><section></section>';
  const [button, region] = ['button', 'section'].map((name) => document.querySelector<HTMLElement>(name));
  if (!button || !region) throw new Error('no form');
  button.focus();
  vi.spyOn(region, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(16, region.dataset.side === 'bottom' ? 700 : 68, 300, 0),
  );
  const cover = vi.spyOn(button, 'getBoundingClientRect').mockReturnValue(new DOMRect(16, 300, 300, 40));

  const stop = keepToastsPlaced(region, 60, undefined, false);
  expect(region.dataset.side).toBe('bottom');

  cover.mockReturnValue(new DOMRect(16, 650, 300, 40));
  window.dispatchEvent(new Event('resize'));
  expect(region.dataset.side).toBe('top');

  stop();
  cover.mockReturnValue(new DOMRect(16, 70, 300, 40));
  window.dispatchEvent(new Event('resize'));
  expect(region.dataset.side).toBe('top');
});

test('toasts that stay on screen do not jump when another one comes, except from the control that the user is at', () => {
  document.body.innerHTML = '<main><h1></h1><button>Save</button></main><section></section>';
  const [title, button, region] = ['h1', 'button', 'section'].map((name) =>
    document.querySelector<HTMLElement>(name),
  );
  if (!title || !button || !region) throw new Error('no page');
  vi.spyOn(region, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(16, region.dataset.side === 'top' ? 68 : 700, 300, 0),
  );
  vi.spyOn(title, 'getBoundingClientRect').mockReturnValue(new DOMRect(16, 600, 300, 20));
  const cover = vi.spyOn(button, 'getBoundingClientRect').mockReturnValue(new DOMRect(16, 300, 300, 40));
  keepToastsPlaced(region, 60, undefined, false)();
  expect(region.dataset.side).toBe('bottom');
  keepToastsPlaced(region, 120, undefined, true)();
  expect(region.dataset.side).toBe('bottom');
  keepToastsPlaced(region, 120, undefined, false)();
  expect(region.dataset.side).toBe('top');
  region.dataset.side = 'bottom';
  button.focus();
  cover.mockReturnValue(new DOMRect(16, 620, 300, 40));
  keepToastsPlaced(region, 120, undefined, true)();
  expect(region.dataset.side).toBe('top');
});

test('toasts leave a button that a part of the dialog pushes below them when it loads', async () => {
  render(
    <Dialog open title="Publish" onClose={() => undefined}>
      <div data-content="" />
    </Dialog>,
  );
  const content = await waitFor(() => {
    const found = document.querySelector('[data-content]');
    if (!found) throw new Error('not rendered yet');
    return found;
  });
  const modal = content.closest('dialog');
  const region = document.createElement('section');
  modal?.append(region);
  vi.spyOn(region, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(16, region.dataset.side === 'bottom' ? 700 : 68, 300, 0),
  );
  const stop = keepToastsPlaced(region, 60, modal ?? undefined, false);
  expect(region.dataset.side).toBe('bottom');
  const button = document.createElement('button');
  vi.spyOn(button, 'getBoundingClientRect').mockReturnValue(new DOMRect(16, 650, 300, 40));
  content.append(button);
  await waitFor(() => {
    expect(region.dataset.side).not.toBe('bottom');
  });
  stop();
});

test('toasts leave a field that has appeared after them when it gets the focus, and stay for any other', () => {
  document.body.innerHTML = '<form><input /></form><section><div><button>Dismiss</button></div></section>';
  const [form, field, region, toast, dismiss] = ['form', 'input', 'section', 'div', 'button'].map((name) =>
    document.querySelector<HTMLElement>(name),
  );
  if (!form || !field || !region || !toast || !dismiss) throw new Error('no form');
  const top = () => (region.dataset.side === 'bottom' ? 700 : 68);
  vi.spyOn(region, 'getBoundingClientRect').mockImplementation(() => new DOMRect(16, top(), 300, 0));
  vi.spyOn(toast, 'getBoundingClientRect').mockImplementation(() => new DOMRect(16, top() - 60, 300, 60));
  const place = vi.spyOn(field, 'getBoundingClientRect').mockReturnValue(new DOMRect(16, 300, 300, 40));
  const stop = keepToastsPlaced(region, 60, undefined, false);
  const added = document.createElement('input');
  vi.spyOn(added, 'getBoundingClientRect').mockReturnValue(new DOMRect(16, 650, 300, 40));
  form.append(added);

  field.focus();
  expect(region.dataset.side).toBe('bottom');
  added.focus();
  expect(region.dataset.side).toBe('top');
  dismiss.focus();
  expect(region.dataset.side).toBe('top');

  stop();
  place.mockReturnValue(new DOMRect(16, 70, 300, 40));
  field.focus();
  expect(region.dataset.side).toBe('top');
});
