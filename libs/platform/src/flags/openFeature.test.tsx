/** Providers and clients of OpenFeature's web SDK decide our flags, and its client reads those of the settings. */
import { act, cleanup, render, screen } from '@testing-library/react';
import { type Client, InMemoryProvider, OpenFeature, type Provider } from '@openfeature/web-sdk';
import { afterEach, expect, it, vi } from 'vitest';
import { TestHost } from '../testing/TestHost';
import { exposures } from './exposures';
import { type FlagProvider, settingsProvider } from './flagProvider';
import { useFlag } from './useFlag';

const manifest = { id: 'recipes', flags: { print: { description: 'Prints' } } };

function Page() {
  return <p>{useFlag(manifest, 'print') ? 'prints' : 'does not print'}</p>;
}
const show = (flagProvider: FlagProvider) =>
  render(
    <TestHost flagProvider={flagProvider}>
      <Page />
    </TestHost>,
  );
const inMemory = (defaultVariant: 'on' | 'off') =>
  new InMemoryProvider({
    'recipes.print': { disabled: false, defaultVariant, variants: { on: true, off: false } },
  });

afterEach(async () => {
  cleanup();
  await OpenFeature.clearProviders();
});

it('a provider fits as it is, and the page shows a changed value', async () => {
  const provider = inMemory('on');
  const asDeclared: Provider = provider; // the SDK's interface, and not only this class, is assignable
  show(asDeclared);
  expect(screen.getByText('prints')).toBeTruthy();
  await act(() =>
    provider.putConfiguration({
      'recipes.print': { disabled: false, defaultVariant: 'off', variants: { on: true, off: false } },
    }),
  );
  expect(screen.getByText('does not print')).toBeTruthy();
  expect(exposures()).toHaveProperty(['recipes.print']);
});

it('a provider that throws leaves the default', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  show(new InMemoryProvider({}));
  expect(screen.getByText('does not print')).toBeTruthy();
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('FlagNotFoundError'));
  warn.mockRestore();
});

/** As in `docs/flags.md`. */
const clientProvider = (client: Client): FlagProvider => ({
  metadata: { name: 'openfeature' },
  resolveBooleanEvaluation: (flagKey, isOnByDefault) => client.getBooleanDetails(flagKey, isOnByDefault),
  events: client,
});

it('a client decides, with its hooks and after its provider is ready', async () => {
  const client = OpenFeature.getClient();
  const evaluated: string[] = [];
  client.addHooks({ after: ({ flagKey }) => void evaluated.push(flagKey) });
  show(clientProvider(client));
  expect(screen.getByText('does not print')).toBeTruthy();
  await act(() => OpenFeature.setProviderAndWait(inMemory('on')));
  expect(await screen.findByText('prints')).toBeTruthy();
  expect(evaluated).toContain('recipes.print');
});

it("the environment's settings are a provider for a client", async () => {
  const { metadata, resolveBooleanEvaluation } = settingsProvider({
    flags: { recipes: { print: { people: ['ada'] } } },
  });
  const unknown = <Value,>(_key: string, value: Value) => ({ value, reason: 'DEFAULT' });
  const provider: Provider = {
    metadata,
    resolveBooleanEvaluation: (flagKey, isOnByDefault, context, logger) =>
      resolveBooleanEvaluation(
        flagKey,
        isOnByDefault,
        { environment: 'local', targetingKey: context.targetingKey ?? '', user: String(context['user']) },
        logger,
      ),
    resolveStringEvaluation: unknown,
    resolveNumberEvaluation: unknown,
    resolveObjectEvaluation: unknown,
  };
  await OpenFeature.setProviderAndWait(provider, { targetingKey: 'v', user: 'ada' });
  const client = OpenFeature.getClient();
  expect(client.getBooleanDetails('recipes.print', false)).toMatchObject({
    value: true,
    reason: 'TARGETING_MATCH',
  });
  await OpenFeature.setContext({ targetingKey: 'v', user: 'eve' });
  expect(client.getBooleanValue('recipes.print', false)).toBe(false);
});
