/** A copy of everything in the user's account, as one ZIP file. The code that writes the file loads with the first export. */

export interface ExportOptions {
  /** Called with the rows that were read and the total, from 0 on. */
  onProgress?: (done: number, total: number) => void;
  /** Cancels the export; it then rejects with the signal's reason. */
  signal?: AbortSignal;
}

/**
 * The user's data as a ZIP file: `manifest.json`, and for each table `json/<table>.json` and `csv/<table>.csv`, in the order of their keys.
 * @throws `rate_limited` (more than ten exports on this day), `unavailable`, `unexpected`
 */
export async function exportMyData(options: ExportOptions = {}): Promise<Blob> {
  const { writeExport } = await import('./writeExport');
  return writeExport(options);
}

/** The name of the downloaded file. The date is in UTC. */
export const exportFileName = (now: Date): string => `slipway-export-${now.toISOString().slice(0, 10)}.zip`;
