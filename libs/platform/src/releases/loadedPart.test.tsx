/** A part that has loaded is rendered at once, by React itself: no loading state, which would stay for 300 ms. */
import { cleanup, render, screen } from '@testing-library/react';
import { Suspense, use } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { compositionOf } from '../testing/compositions';
import { createReleaseFallback } from './releaseFallback';
import { chooseReleases } from './releases';

afterEach(cleanup);

it('renders a loaded part without its loading state', async () => {
  const releases = await chooseReleases(compositionOf({}));
  const { guard } = createReleaseFallback(releases.composition, releases, () => false);
  const guarded = guard('market', Promise.resolve('the market'));
  await guarded;

  const Waiting = vi.fn(() => null);
  const Part = () => use(guarded);
  render(
    <Suspense fallback={<Waiting />}>
      <Part />
    </Suspense>,
  );

  expect(screen.getByText('the market')).toBeTruthy();
  expect(Waiting).not.toHaveBeenCalled();
});
