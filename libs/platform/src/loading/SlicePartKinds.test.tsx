/** How pages, slots and parts of the shell differ while they load, when they are shown, and in records of their failures. */
import { act, cleanup, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { ContentBoundary } from '@slipway/design-system';
import { pageShown } from '../health/records';
import { composition, fakeHost, fallback, pass, records, show } from '../testing/slicePart';
import { LoadFailure } from './loadFailure';

fakeHost();

describe('a page and a slot', () => {
  const never = () => new Promise<() => ReactNode>(() => undefined);
  const crash = () => {
    throw new Error('bug');
  };
  const line = () => document.querySelector('[data-progress-line]');

  test('have a line at the top of the window, or a text in their place, while they load slowly', async () => {
    await show(never);
    await pass(3_000);
    expect(line()).not.toBeNull();
    expect(screen.getByRole('complementary', { name: 'Market' }).textContent).toContain('still loading');
    cleanup();
    await show(never, { page: undefined });
    await pass(3_000);
    expect(line()).toBeNull();
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(screen.getByText(/still loading/)).toBeTruthy();
  });

  test.each([
    ['page', '/market'],
    ['slot', undefined],
  ])('are recorded as a %s when they fail', async (part, page) => {
    await show(() => Promise.resolve(crash), { page });
    expect(records()).toEqual([expect.objectContaining({ phase: 'render', part })]);
  });

  test.each([
    ['a page', {}, 1],
    ['a page around the one where the user arrives', { isArrival: false }, 0],
    ['a slot', { page: undefined }, 0],
  ])('count as a page that was shown: %s', async (_what, props, times) => {
    const shown = vi.fn();
    const stop = pageShown.subscribe(shown);
    await show(() => Promise.resolve(() => <p>the market</p>), props);
    expect(screen.getByText('the market')).toBeTruthy();
    expect(shown).toHaveBeenCalledTimes(times);
    stop();
  });

  test.each([
    ['has the main element of the document', {}, 1],
    ['leaves it to the page that renders it', { isNested: true }, 0],
  ])('that failed %s', async (_what, props, mains) => {
    await show(() => Promise.resolve(crash), props);
    expect(screen.queryAllByRole('main')).toHaveLength(mains);
  });
});

describe('a failure', () => {
  const failing = (error: Error) => () => {
    throw error;
  };
  /** A page that contains the failure of one of its parts, as lazily loaded parts do. */
  const pageWith = (Part: () => ReactNode) => () => (
    <>
      <p>the page</p>
      <ContentBoundary failure={() => <p>the part failed</p>}>
        <Part />
      </ContentBoundary>
    </>
  );

  test.each([
    ['its code threw', new Error('bug'), { phase: 'render', part: 'page' }],
    ['its files did not arrive', new Error('Loading chunk 7 failed'), { phase: 'load', part: 'chunk' }],
    [
      'it could not be evaluated',
      new LoadFailure('evaluate', 'chunk', 'unexpected', 'bug'),
      { phase: 'evaluate', part: 'chunk' },
    ],
  ])('of a part inside is recorded for the slice, and the page stays: %s', async (_why, error, where) => {
    await show(() => Promise.resolve(pageWith(failing(error))));
    expect(screen.getByText('the page')).toBeTruthy();
    const release = { slice: 'market', version: '00000000000000b1', owner: 'market-team' };
    expect(records()).toEqual([expect.objectContaining({ ...release, ...where, reason: error.message })]);
    expect(fallback.afterCrash).not.toHaveBeenCalled();
  });

  test('of a part of the shell itself is recorded for the shell', async () => {
    await show(() => Promise.resolve(failing(new Error('bug'))), { slice: 'landing' });
    const release = { slice: 'landing', version: composition.shell.version, owner: 'shell' };
    expect(records()).toEqual([expect.objectContaining(release)]);
  });

  test('long after the effects is one of rendering (D2)', async () => {
    let fail: () => void = () => undefined;
    const Page = () => {
      const [isBroken, setBroken] = useState(false);
      fail = () => {
        setBroken(true);
      };
      if (isBroken) throw new Error('bug');
      return <p>the market</p>;
    };
    await show(() => Promise.resolve(Page));
    act(() => {
      fail();
    });
    expect(records()).toEqual([expect.objectContaining({ phase: 'render', part: 'page' })]);
  });
});
