import { expect, it } from 'vitest';
import { shareRetryPlugin } from './shareRetryPlugin';

type ErrorLoadShare = (args: { pkgName: string; origin: { shareScopeMap: unknown } }) => void;
const errorLoadShare = shareRetryPlugin().errorLoadShare as unknown as ErrorLoadShare;

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
