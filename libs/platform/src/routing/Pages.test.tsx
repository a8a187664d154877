/** Quick navigations end on the page of the last address, whenever the browser runs the updates of their transitions (D11). */
import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pages } from './Pages';

/** Updates of view transitions that the browser has still to run. */
let updates: (() => Promise<void>)[] = [];
let isSkipped = false;
const transitions = document as Partial<Pick<Document, 'startViewTransition'>>;

beforeEach(() => {
  updates = [];
  isSkipped = false;
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    run();
  });
  transitions.startViewTransition = ((update: () => Promise<void>) => {
    updates.push(update);
    const skipped = new DOMException('Transition was skipped', 'AbortError');
    return { ready: isSkipped ? Promise.reject(skipped) : Promise.resolve() };
  }) as unknown as Document['startViewTransition'];
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  delete transitions.startViewTransition;
});

const shown = () => screen.getByRole('heading').textContent;

/** Returns the page that is on screen when the update ends. React renders at the end of `act`. */
async function runNext() {
  const update = updates.shift();
  let end: Promise<string | null> | undefined;
  await act(async () => {
    end = update?.().then(shown);
    await Promise.resolve();
  });
  return await end;
}
const faded = { viewTransition: true };

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

function open() {
  const routes = ['/a', '/b', '/c'].map((path) => ({ path, element: <h1>{path}</h1> }));
  const router = createMemoryRouter(routes, { initialEntries: ['/a'] });
  render(<Pages router={router} />);
  return {
    navigate: (path: string, options?: typeof faded) =>
      act(async () => {
        await router.navigate(path, options);
        await nextTask();
      }),
    go: (step: number) =>
      act(async () => {
        await router.navigate(step);
        await nextTask();
      }),
  };
}

test('a page stays until the browser has a picture of it, and the transition waits for the next one', async () => {
  const { navigate } = open();
  await navigate('/b', faded);
  expect(shown()).toBe('/a');
  expect(await runNext()).toBe('/b');
});

test('a navigation without a transition stays when an earlier transition runs its update', async () => {
  const { navigate } = open();
  await navigate('/b', faded);
  await navigate('/c');
  expect(shown()).toBe('/c');
  await runNext();
  expect(shown()).toBe('/c');
});

test('Back and forward before the browser runs an update end on the last page', async () => {
  const { navigate, go } = open();
  await navigate('/b', faded);
  await runNext();
  for (const step of [-1, 1, -1, 1, -1, 1, -1]) {
    await go(step);
    if (step === 1) await runNext();
  }
  expect(updates).toHaveLength(4);
  while (updates.length > 0) {
    await runNext();
    expect(shown()).toBe('/a');
  }
});

test('a transition starts after the frame that answers the press, and at once in a tab that draws none', async () => {
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  const { navigate } = open();
  await navigate('/b', faded);
  expect([frames.length, updates.length]).toEqual([1, 0]);
  frames[0]?.();
  await nextTask();
  expect(updates).toHaveLength(1);
  await runNext();
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await navigate('/c', faded);
  expect([frames.length, updates.length]).toEqual([1, 1]);
});

test('a skipped transition leaves no unhandled rejection', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  isSkipped = true;
  await open().navigate('/b', faded);
  await new Promise((resolve) => setTimeout(resolve));
  expect(unhandled).not.toHaveBeenCalled();
  process.off('unhandledRejection', unhandled);
});

test('a browser without view transitions shows the next page at once', async () => {
  delete transitions.startViewTransition;
  await open().navigate('/b', faded);
  expect(shown()).toBe('/b');
});
