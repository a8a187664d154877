/** A slice that throws takes down its region, is recorded once with its owner, and can be tried again. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '@slipway/contracts';
import { onSliceFailure, type SliceFailure } from './failures';
import { SliceBoundary } from './SliceBoundary';

const boundary = {
  slice: 'billing',
  version: '0123456789abcdef',
  owner: 'billing-team',
  label: 'Billing',
  isPage: false,
};

describe('SliceBoundary', () => {
  it('keeps the failure in its region, and recovers', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const records: SliceFailure[] = [];
    const forget = onSliceFailure((failure) => records.push(failure));
    let isBroken = true;
    const Slice = () => {
      if (isBroken) throw new AppError('unexpected', 'no total');
      return <p>the bill</p>;
    };
    render(
      <>
        <p>the neighbour</p>
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
    expect(screen.getByText('the neighbour')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('Billing could not be loaded');
    expect(records).toEqual([
      {
        slice: 'billing',
        version: '0123456789abcdef',
        owner: 'billing-team',
        phase: 'render',
        code: 'unexpected',
        reason: 'no total',
        at: expect.any(String),
      },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByText('the bill')).toBeTruthy();
    forget();
  });

  it('recognises an error of another copy of the class by its brand', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const Slice = () => {
      throw Object.assign(new Error('gone'), { name: 'AppError', code: 'slice_unreachable' });
    };
    render(
      <SliceBoundary {...boundary} onRetry={() => undefined}>
        <Slice />
      </SliceBoundary>,
    );
    expect(screen.getByRole('alert').textContent).toContain('could not be fetched');
  });
});
