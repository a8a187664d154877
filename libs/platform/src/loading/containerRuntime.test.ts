/** The runtime that containers take from the page, with the real federation runtime. */
import { getInstance, init, type ModuleFederation } from '@module-federation/enhanced/runtime';
import { CONTAINER_RUNTIME } from '@slipway/contracts';
import { beforeEach, expect, it } from 'vitest';
import { provideContainerRuntime } from './containerRuntime';

interface ContainerRuntime {
  runtime: { init: (options: { name: string; remotes: [] }) => ModuleFederation };
  bundlerRuntime: object;
  bundlerRuntimeOptions: object;
}
const containerRuntime = () =>
  (window as unknown as Record<string, ContainerRuntime>)[CONTAINER_RUNTIME] as ContainerRuntime;

beforeEach(() => {
  Reflect.deleteProperty(window, CONTAINER_RUNTIME);
  provideContainerRuntime();
});

it("gives each container a separate instance and leaves the shell's loader its instance", () => {
  const shell = init({ name: 'shell', remotes: [] });

  const container = containerRuntime().runtime.init({ name: 'market', remotes: [] });

  expect(container).not.toBe(shell);
  expect(container.options.name).toBe('market');
  expect(getInstance()).toBe(shell);
  expect(containerRuntime().runtime.init({ name: 'market', remotes: [] })).toBe(container);
});

it('shares no object that a container writes to', () => {
  const [one, other] = [containerRuntime(), containerRuntime()];
  expect(one.bundlerRuntimeOptions).not.toBe(other.bundlerRuntimeOptions);
  expect(one.bundlerRuntime).not.toBe(other.bundlerRuntime);
  expect(one.bundlerRuntime).toHaveProperty('initContainerEntry', expect.any(Function));
});
