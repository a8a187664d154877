import { expect, test, vi } from 'vitest';
import { ignoreSkippedTransitions } from './skippedTransitions';

test('a skipped transition leaves no unhandled rejection (D11)', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const transition = () => ({
    ready: Promise.reject(new DOMException('Transition was skipped', 'AbortError')),
  });
  const document = { startViewTransition: vi.fn(transition) as unknown as Document['startViewTransition'] };
  ignoreSkippedTransitions(document);
  const update = () => undefined;
  const { ready } = document.startViewTransition(update);
  await new Promise((resolve) => setTimeout(resolve));
  expect(unhandled).not.toHaveBeenCalled();
  await expect(ready).rejects.toThrow('Transition was skipped');
  process.off('unhandledRejection', unhandled);
});

test('does nothing in a browser without view transitions', () => {
  const document = {};
  ignoreSkippedTransitions(document);
  expect(document).toEqual({});
});
