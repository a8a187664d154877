/** Downloads a copy of everything in the user's account. Source: `exportMyData`. */
import { exportFileName, exportMyData } from '@slipway/data';
import { saveFile } from './saveFile';

/**
 * Reads the rows and saves the file; a cancellation saves nothing and is no failure.
 * @throws `rate_limited` (more than ten exports on this day), `unavailable`, `unexpected`
 */
export async function saveExport(
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  try {
    const file = await exportMyData({ signal, onProgress });
    signal.throwIfAborted();
    saveFile(file, exportFileName(new Date()));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
