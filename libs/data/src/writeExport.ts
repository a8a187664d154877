/**
 * Reads the user's rows page by page and writes them to a ZIP file.
 * Source: the functions `begin_data_export` and `export_rows`, which return only the user's rows.
 */
import { strToU8, Zip, ZipDeflate } from 'fflate';
import csv from 'papaparse';
import { supabase } from './client';
import type { Json } from './database.types';
import type { ExportOptions } from './exportMyData';
import { unwrap } from './unwrap';

/** Rows of one request. */
const PAGE = 500;

/** For an export without a signal. */
const never = new AbortController().signal;

/** A row is an object of its columns. */
type ExportedRow = Record<string, Json | undefined>;

async function readTable(table: string, signal: AbortSignal, onRows: (count: number) => void) {
  const rows: ExportedRow[] = [];
  let after: string | undefined;
  for (;;) {
    const args = { table_name: table, max_rows: PAGE, ...(after !== undefined && { after }) };
    const page = await unwrap(supabase().rpc('export_rows', args).abortSignal(signal));
    rows.push(...page.map(({ row_data }) => row_data as ExportedRow));
    onRows(page.length);
    after = page.at(-1)?.cursor;
    if (page.length < PAGE) return rows;
  }
}

/** Lists and objects become JSON: CSV has only text. */
const cellOf = (value: Json | undefined) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;

/** A text that begins like a formula gets an apostrophe: a spreadsheet would run it. */
const csvOf = (rows: readonly ExportedRow[]) =>
  csv.unparse(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cellOf(value)]))),
    { escapeFormulae: true },
  );

/** Collects the parts of the file; `add` compresses, so that the rows of one table are in memory at a time. */
function createArchive() {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, part) => {
    failure ??= error;
    parts.push(new Uint8Array(part));
  });
  return {
    add(name: string, text: string) {
      const file = new ZipDeflate(name);
      zip.add(file);
      file.push(strToU8(text), true);
    },
    finish(): Blob {
      zip.end();
      if (failure) throw failure;
      return new Blob(parts, { type: 'application/zip' });
    },
  };
}

async function collect({ onProgress, signal = never }: ExportOptions): Promise<Blob> {
  const counts = await unwrap(supabase().rpc('begin_data_export').abortSignal(signal));
  const total = counts.reduce((sum, { row_count }) => sum + row_count, 0);
  let done = 0;
  onProgress?.(done, total);

  const archive = createArchive();
  const tables: { name: string; rows: number }[] = [];
  for (const { table_name: name } of counts) {
    const rows = await readTable(name, signal, (count) => {
      done += count;
      // Rows that were added during the export are in the file, so the count can exceed the total.
      onProgress?.(Math.min(done, total), total);
    });
    tables.push({ name, rows: rows.length });
    archive.add(`json/${name}.json`, JSON.stringify(rows, null, 2));
    archive.add(`csv/${name}.csv`, csvOf(rows));
  }
  archive.add('manifest.json', JSON.stringify({ created_at: new Date().toISOString(), tables }, null, 2));
  return archive.finish();
}

/** @throws the signal's reason after a cancellation, and as `exportMyData` does */
export async function writeExport(options: ExportOptions): Promise<Blob> {
  try {
    options.signal?.throwIfAborted();
    return await collect(options);
  } catch (error) {
    // The client reports an aborted request as a connection error.
    options.signal?.throwIfAborted();
    throw error;
  }
}
