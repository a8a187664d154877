// @vitest-environment jsdom
/**
 * The installed React, emptied as in a build, renders everything that a client can render. In one file, because each file
 * would empty and load React again.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as react from 'react';
import type * as dom from 'react-dom';
import type * as client from 'react-dom/client';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { emptyFunctions } from './unusedFunctionsLoader.mjs';

const require = createRequire(import.meta.url);
// In this package, where `scheduler` resolves. Tests have the development build of React, and this is the production build.
const copy = join(import.meta.dirname, '../test-results/react');
const production = (name: string, file: string) =>
  readFileSync(
    join(dirname(require.resolve(`${name}/package.json`)), 'cjs', `${file}.production.js`),
    'utf8',
  );

rmSync(copy, { recursive: true, force: true });
for (const name of ['react', 'react-dom']) {
  const folder = join(copy, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.js'), production(name, name));
}
const emptied = emptyFunctions(production('react-dom', 'react-dom-client'), 'react-dom').source;
writeFileSync(join(copy, 'client.cjs'), emptied);

const load = createRequire(join(copy, 'client.cjs'));
const React = load('react') as typeof react;
const { createPortal } = load('react-dom') as typeof dom;
const { createRoot, hydrateRoot } = load('./client.cjs') as typeof client;
const { createElement: h, Activity, Component, Suspense, useId, useState, useSyncExternalStore } = React;

let root: client.Root | undefined;

afterEach(() => {
  root?.unmount();
  root = undefined;
  expect(errors).not.toHaveBeenCalled();
  errors.mockClear();
  document.body.replaceChildren();
});
afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
});

/** Called with each error that no boundary caught, also in the dispatch of an event. */
const errors = vi.fn();
window.addEventListener('error', errors);

function show(element: react.ReactNode): HTMLElement {
  const container = document.createElement('div');
  document.body.append(container);
  root = createRoot(container, { onUncaughtError: errors, onCaughtError: () => undefined });
  root.render(element);
  return container;
}
const text = (container: HTMLElement) => () => container.textContent;
const click = (element: Element | null) => element?.dispatchEvent(new MouseEvent('click', { bubbles: true }));

it('shows a fallback, then what was waited for, and a later change in a transition', async () => {
  let arrive: () => void = () => undefined;
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  const Late = React.lazy(async () => {
    await arrival;
    return { default: () => useState('late')[0] };
  });
  const container = show(h(Suspense, { fallback: 'waiting' }, h(Late)));
  await expect.poll(text(container)).toBe('waiting');
  arrive();
  await expect.poll(text(container)).toBe('late');
  React.startTransition(() => {
    root?.render(h(Suspense, { fallback: 'waiting' }, 'changed'));
  });
  await expect.poll(text(container)).toBe('changed');
});

it('hides and shows an Activity, and keeps its state', async () => {
  const Counter = () => {
    const [count, setCount] = useState(0);
    const handleClick = () => {
      setCount(count + 1);
    };
    return h('button', { onClick: handleClick }, count);
  };
  const page = (mode: 'hidden' | 'visible') => h(Activity, { mode, children: h(Counter) });
  const container = show(page('visible'));
  await expect.poll(text(container)).toBe('0');
  click(container.querySelector('button'));
  await expect.poll(text(container)).toBe('1');
  root?.render(page('hidden'));
  await expect.poll(() => container.querySelector('button')?.style.display).toBe('none');
  root?.render(page('visible'));
  await expect.poll(() => container.querySelector('button')?.style.display).toBe('');
  expect(container.textContent).toBe('1');
});

it('shows what an error boundary has for a failure', async () => {
  class Boundary extends Component<react.PropsWithChildren> {
    override state = { failed: false };
    static getDerivedStateFromError = () => ({ failed: true });
    override render = () => (this.state.failed ? 'failed' : this.props.children);
  }
  const Failing = () => {
    throw new Error('broken');
  };
  const container = show(h(Boundary, null, h(Failing)));
  await expect.poll(text(container)).toBe('failed');
});

it('dispatches events through portals, and from elements that it has not rendered', async () => {
  const target = document.createElement('div');
  document.body.append(target);
  const heard = vi.fn<(event: react.SyntheticEvent) => void>();
  const container = show(
    h(
      'section',
      { onClick: heard, onFocus: heard },
      createPortal(h('button', null, 'in a portal'), target),
      h('p'),
    ),
  );
  await expect.poll(text(target)).toBe('in a portal');
  click(target.querySelector('button'));
  container.querySelector('p')?.append(document.createElement('i'));
  click(container.querySelector('i'));
  container.append(document.createElement('b'));
  click(container.querySelector('b'));
  target.querySelector('button')?.focus();
  expect(heard.mock.calls.map(([{ type }]) => type)).toEqual(['click', 'click', 'focus']);
});

it('reads a store, sets ids and values, and lets a user type', async () => {
  const Field = () => {
    const name = useSyncExternalStore(
      () => () => undefined,
      () => 'Ada',
    );
    const [value, setValue] = useState(name);
    return h('input', {
      id: useId(),
      value,
      onChange: ({ target }) => setValue((target as HTMLInputElement).value),
    });
  };
  const container = show(h(Field));
  await expect.poll(() => container.querySelector('input')?.value).toBe('Ada');
  const input = container.querySelector('input');
  expect(input?.id).not.toBe('');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'Grace');
  input?.dispatchEvent(new Event('input', { bubbles: true }));
  await expect.poll(() => input?.value).toBe('Grace');
});

it('adds titles and stylesheets to the head', async () => {
  show(h('main', null, h('title', null, 'A page'), h('meta', { name: 'description', content: 'x' })));
  await expect.poll(() => document.title).toBe('A page');
});

it('shows the children of a ViewTransition, and animates nothing', async () => {
  const startViewTransition = vi.fn();
  Object.assign(document, { startViewTransition });
  const handled = vi.fn();
  const instance = React.createRef<react.ViewTransitionInstance>();
  const page = (key: string, children: string) =>
    h(
      React.ViewTransition,
      {
        key,
        name: 'page',
        ref: instance,
        onEnter: handled,
        onExit: handled,
        onUpdate: handled,
        onShare: handled,
      },
      h(
        'p',
        null,
        children,
        h(Activity, {
          mode: children === 'changed' ? 'hidden' : 'visible',
          children: h('img', { src: '/a.png' }),
        }),
      ),
    );
  const container = show(page('first', 'shown'));
  await expect.poll(text(container)).toBe('shown');
  const change = (element: react.ReactNode) => {
    React.startTransition(() => {
      React.addTransitionType('change');
      root?.render(element);
    });
  };
  change(page('first', 'changed'));
  await expect.poll(text(container)).toBe('changed');
  change(page('second', 'another'));
  await expect.poll(text(container)).toBe('another');
  expect(instance.current?.name).toBe('page');
  change(null);
  await expect.poll(text(container)).toBe('');
  expect(document.querySelector('[style]')).toBeNull();
  expect(startViewTransition).not.toHaveBeenCalled();
  expect(handled).not.toHaveBeenCalled();
});

it('says that a hydration needs more', () => {
  const container = document.createElement('div');
  expect(() => hydrateRoot(container, 'markup')).toThrow('hydrateRoot of react-dom is not in this build');
});
