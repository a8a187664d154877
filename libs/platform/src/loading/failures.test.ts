/** Failures are recorded once, with the code of an `AppError`. */
import { AppError } from '@slipway/contracts';
import { expect, test, vi } from 'vitest';
import { onFailure, recordFailure, type SliceFailure } from './failures';

test('a failure is recorded once for each error, however often it is reported, until the listener ends (D2)', () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const seen: [SliceFailure, unknown][] = [];
  const stop = onFailure((...failure) => seen.push(failure));
  const where = { slice: 'notes', version: '1', owner: 'team', phase: 'render', part: 'page' } as const;
  const error = new Error('crashed');
  recordFailure(where, error);
  recordFailure({ ...where, phase: 'load' }, error);
  recordFailure(where, 'text');
  recordFailure(where, 'text');
  recordFailure(where, null);
  expect(seen.map(([{ reason, code }]) => [reason, code])).toEqual(
    ['crashed', 'text', 'text', 'null'].map((reason) => [reason, 'unexpected']),
  );
  expect(seen[0]).toEqual([
    expect.objectContaining({ ...where, at: expect.stringMatching(/Z$/) as string }),
    error,
  ]);
  expect(logged).toHaveBeenCalledTimes(4);
  stop();
  recordFailure(where, new Error('again'));
  expect(seen).toHaveLength(4);
});

test('a failure with a code keeps it', () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const seen: SliceFailure[] = [];
  const stop = onFailure((failure) => seen.push(failure));
  const where = { slice: 'notes', version: '1', owner: 'team', phase: 'load', part: 'entry' } as const;
  recordFailure(where, new AppError('slice_untrusted', 'another hash'));
  stop();
  expect(seen).toMatchObject([{ ...where, code: 'slice_untrusted', reason: 'another hash' }]);
});
