import { expect, it } from 'vitest';
import { shareRetryPlugin } from './shareRetryPlugin';

interface Share {
  loading?: Promise<void> | null;
  lib?: () => object;
  get?: () => object;
  shareConfig?: { singleton: boolean };
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

it('takes the copy of another slice until it cannot be fetched, and then its own', () => {
  const load = (): object => ({});
  const theirs: Share = { loading: Promise.resolve(), get: load, shareConfig: { singleton: false } };
  const found = (own: Share) => resolveShare({ shareInfo: own, resolver: () => ({ shared: theirs }) }).resolver();
  const own: Share = { get: () => ({}) };
  expect(found(own)?.shared).toBe(theirs);

  errorLoadShare({
    pkgName: 'gauges',
    origin: { shareScopeMap: { default: { gauges: { '1.0.0': theirs } } } },
  });
  expect(found(own)).toBeUndefined();
  expect(found({ get: load })?.shared, 'the slice whose copy it is tries again').toBe(theirs);

  theirs.lib = load;
  expect(found(own)?.shared, 'it was fetched since').toBe(theirs);
});

it('leaves packages of the shell, of which there is no other copy', () => {
  const shell: Share = { loading: Promise.resolve(), shareConfig: { singleton: true } };
  errorLoadShare({
    pkgName: 'react',
    origin: { shareScopeMap: { default: { react: { '19.0.0': shell } } } },
  });
  const { resolver } = resolveShare({
    shareInfo: { get: () => ({}) },
    resolver: () => ({ shared: shell }),
  });
  expect(resolver()?.shared).toBe(shell);
});
