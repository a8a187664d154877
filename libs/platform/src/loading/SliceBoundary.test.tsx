/** An error in a slice stays in its region, is logged once with its owner, and can be retried. */
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@slipway/contracts';
import { log } from '@slipway/log';
import { SliceBoundary } from './SliceBoundary';

const boundary = {
  slice: 'billing',
  version: '0123456789abcdef',
  owner: 'billing-team',
  label: 'Billing',
  page: undefined as string | undefined,
  phaseRef: { current: 'render' as const },
  onCrash: () => Promise.resolve(false),
  waiting: <p>waiting</p>,
};

/** The records in the log, in order. React logs the error too, as it does outside of `startHost`. */
const recordFailures = () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const error = vi.spyOn(log, 'error');
  return () => error.mock.calls.map(([message, record]) => [message, JSON.parse(String(record)) as unknown]);
};

const Failing = ({ error }: { error: unknown }) => {
  throw error;
};

const renderFailing = (error: unknown, props: Partial<typeof boundary> = {}) =>
  render(
    <SliceBoundary {...boundary} {...props} onRetry={() => undefined}>
      <Failing error={error} />
    </SliceBoundary>,
  );

afterEach(cleanup);

describe('SliceBoundary', () => {
  it('keeps the failure in its region, logs it with its owner, and recovers', async () => {
    const records = recordFailures();
    let isBroken = true;
    const Slice = () => {
      if (isBroken) throw new AppError('unexpected', 'no total');
      return <p>the bill</p>;
    };
    render(
      <>
        <p>the neighbor</p>
        <SliceBoundary
          {...boundary}
          onRetry={() => {
            isBroken = false;
          }}
        >
          <Slice />
        </SliceBoundary>
      </>,
    );
    expect(screen.getByText('the neighbor')).toBeTruthy();
    expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load “Billing”');
    expect(records()).toEqual([
      [
        'slice failed',
        {
          slice: 'billing',
          version: '0123456789abcdef',
          owner: 'billing-team',
          phase: 'render',
          part: 'slot',
          code: 'unexpected',
          reason: 'no total',
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        },
      ],
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByText('the bill')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('recognizes an AppError of another copy of the class', async () => {
    recordFailures();
    renderFailing(Object.assign(new Error('gone'), { name: 'AppError', code: 'slice_unreachable' }));
    expect((await screen.findByRole('alert')).textContent).toContain('couldn’t fetch');
  });

  it.each([
    ['slice_untrusted', 'do not match the release'],
    ['slice_incompatible', 'isn’t compatible'],
    ['forbidden', 'Something went wrong'],
  ] as const)('explains %s', async (code, text) => {
    recordFailures();
    renderFailing(new AppError(code, 'reason'));
    expect((await screen.findByRole('alert')).textContent).toContain(text);
  });

  it('is a main region with a page heading when it replaces a page', async () => {
    recordFailures();
    renderFailing(new Error('bug'), { page: '/billing' });
    await screen.findByRole('alert');
    expect(screen.getByRole('main').contains(screen.getByRole('heading', { level: 1 }))).toBe(true);
    // Nothing else of the page is there to work.
    expect(screen.getByRole('alert').textContent).not.toContain('rest of the page');
    expect(screen.getByRole('button', { name: 'Try again' }).dataset['variant']).toBe('primary');
    cleanup();
    renderFailing(new Error('bug'));
    expect((await screen.findByRole('alert')).textContent).toContain('The rest of the page works.');
    expect(screen.getByRole('button', { name: 'Try again' }).dataset['variant']).toBe('secondary');
    expect(screen.queryByRole('main')).toBeNull();
    expect(screen.getByRole('heading', { level: 2 })).toBeTruthy();
  });
});

describe('a crash', () => {
  it('keeps the waiting state while an earlier release replaces it (D2)', async () => {
    recordFailures();
    const never = new Promise<boolean>(() => undefined);
    renderFailing(new Error('bug'), { onCrash: () => never });
    expect(screen.getByText('waiting')).toBeTruthy();
    await Promise.resolve();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('that only the connection caused recovers when it is back', async () => {
    recordFailures();
    let isOffline = true;
    const Slice = () => {
      if (isOffline) throw new AppError('slice_unreachable', 'offline');
      return <p>the bill</p>;
    };
    render(
      <SliceBoundary {...boundary} onRetry={() => undefined}>
        <Slice />
      </SliceBoundary>,
    );
    await screen.findByRole('alert');
    isOffline = false;
    act(() => {
      window.dispatchEvent(new Event('online'));
    });
    expect(screen.getByText('the bill')).toBeTruthy();
  });

  it('of a page ends with a navigation to another page of the same route', async () => {
    const records = recordFailures();
    const phaseRef = { current: 'effect' as 'render' | 'effect' };
    const Note = ({ id }: { id: number }) => {
      if (id !== 2) throw new Error(`no note ${String(id)}`);
      return <p>the second note</p>;
    };
    const at = (id: number) => (
      <SliceBoundary {...{ ...boundary, page: `/notes/${String(id)}`, phaseRef }} onRetry={() => undefined}>
        <Note id={id} />
      </SliceBoundary>
    );
    const { rerender } = render(at(1));
    await screen.findByRole('alert');
    rerender(at(2));
    expect(screen.getByText('the second note')).toBeTruthy();
    rerender(at(3));
    // Before an earlier release was looked for.
    rerender(at(2));
    expect(await screen.findByText('the second note')).toBeTruthy();
    expect(records().at(-1)).toEqual(['slice failed', expect.objectContaining({ phase: 'render' })]);
  });

  const never = new Promise<boolean>(() => undefined);
  it.each([
    ['is one of the code', 'unexpected', undefined, false],
    ['waits for an earlier release', 'slice_unreachable', never, false],
    ['was removed', 'slice_unreachable', undefined, true],
  ] as const)(
    'that %s is not tried again when the connection is back',
    async (_what, code, end, isRemoved) => {
      recordFailures();
      const onRetry = vi.fn();
      const onCrash = () => end ?? Promise.resolve(false);
      const { unmount } = render(
        <SliceBoundary {...boundary} onCrash={onCrash} onRetry={onRetry}>
          <Failing error={new AppError(code, 'reason')} />
        </SliceBoundary>,
      );
      if (end) await Promise.resolve();
      else await screen.findByRole('alert');
      if (isRemoved) unmount();
      act(() => {
        window.dispatchEvent(new Event('online'));
      });
      expect(onRetry).not.toHaveBeenCalled();
    },
  );
});
