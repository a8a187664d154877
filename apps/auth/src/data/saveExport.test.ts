/** The copy of the account: a cancellation saves nothing, and a failure is reported. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveExport } from './saveExport';

const copy = vi.hoisted(() => ({ read: vi.fn<() => Promise<Blob>>(), save: vi.fn() }));
vi.mock('@slipway/data', () => ({ exportMyData: copy.read, exportFileName: () => 'copy.json' }));
vi.mock('./saveFile', () => ({ saveFile: copy.save }));

const file = new Blob(['{}']);

beforeEach(() => {
  copy.read.mockReset().mockResolvedValue(file);
});
afterEach(() => {
  copy.save.mockReset();
});

const start = (abort = new AbortController()) => ({
  abort,
  saved: saveExport(abort.signal, () => undefined),
});

test('saves the file', async () => {
  await start().saved;
  expect(copy.save).toHaveBeenCalledExactlyOnceWith(file, 'copy.json');
});

test('saves nothing when it is canceled after the last row, and does not fail', async () => {
  const { abort, saved } = start();
  abort.abort();
  await saved;
  expect(copy.save).not.toHaveBeenCalled();
});

test('a request that a cancellation ends is no failure', async () => {
  copy.read.mockRejectedValue(new DOMException('Aborted', 'AbortError'));
  const { abort, saved } = start();
  abort.abort();
  await saved;
  expect(copy.save).not.toHaveBeenCalled();
});

test('a failure is one', async () => {
  const error = new Error('down');
  copy.read.mockRejectedValue(error);
  await expect(start().saved).rejects.toBe(error);
});
