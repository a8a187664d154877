import { expect, it } from 'vitest';
import { shareRetryPlugin } from './shareRetryPlugin';

type Factory = () => string;
interface Share {
  loading?: Promise<Factory> | null;
  lib?: Factory;
  get: () => Promise<Factory>;
  shareConfig: { singleton: boolean };
}
type ErrorLoadShare = (args: { pkgName: string; origin: { shareScopeMap: unknown } }) => void;
type Resolver = () => { shared: Share } | undefined;
type ResolveShare = (args: { shareInfo: Share; resolver: Resolver }) => { resolver: Resolver };

const plugin = shareRetryPlugin();
const errorLoadShare = plugin.errorLoadShare as unknown as ErrorLoadShare;
const resolveShare = plugin.resolveShare as unknown as ResolveShare;

it('forgets a failed request for a package, so that it is fetched again', () => {
  const failed = { loading: Promise.resolve() as Promise<void> | null };
  const loaded = { loading: Promise.resolve() as Promise<void> | null, lib: () => ({}) };
  const other = { loading: Promise.resolve() as Promise<void> | null };
  const shareScopeMap = {
    default: { react: { '19.0.0': failed, '19.1.0': loaded }, chart: { '1.0.0': other } },
    second: {},
  };
  errorLoadShare({ pkgName: 'react', origin: { shareScopeMap } });
  expect(failed.loading).toBeNull();
  expect(loaded.loading).not.toBeNull();
  expect(other.loading).not.toBeNull();
});

const copyOf = (slice: string, overrides: Partial<Share> = {}): Share => ({
  get: () => Promise.resolve(() => slice),
  shareConfig: { singleton: false },
  ...overrides,
});
const broken = { get: () => Promise.reject(new Error('Loading chunk failed')) };
const resolved = (own: Share, found: Share) =>
  resolveShare({ shareInfo: own, resolver: () => ({ shared: found }) }).resolver()?.shared;

it('takes the copy of another slice, and its own when that cannot be fetched', async () => {
  const own = copyOf('own');
  expect((await resolved(own, copyOf('theirs'))?.get())?.()).toBe('theirs');
  expect((await resolved(own, copyOf('theirs', broken))?.get())?.()).toBe('own');

  const isLoading = resolved(own, copyOf('theirs', { loading: copyOf('theirs').get() }));
  expect((await isLoading?.loading)?.()).toBe('theirs');
  const failing = resolved(own, copyOf('theirs', { loading: broken.get() }));
  expect((await failing?.loading)?.()).toBe('own');
});

it('leaves its own copy, one that is loaded, and packages of the shell', () => {
  const own = copyOf('own');
  expect(resolved(own, own)).toBe(own);
  for (const overrides of [{ lib: () => 'theirs' }, { shareConfig: { singleton: true } }]) {
    const theirs = copyOf('theirs', overrides);
    expect(resolved(own, theirs)).toBe(theirs);
  }
  expect(resolveShare({ shareInfo: own, resolver: () => undefined }).resolver()).toBeUndefined();
});
