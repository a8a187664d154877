/** Reads every row of a function that returns a page of them, and continues after a row. */

/** The most rows of one page (`max_rows` in `supabase/config.toml`). */
const PAGE = 1_000;

/** `read` gets the last row so far. Pages start at a row, not at an offset, so that added rows repeat none. */
export async function allPages<T>(read: (last: T | undefined) => Promise<T[]>): Promise<T[]> {
  const rows: T[] = [];
  for (;;) {
    const page = await read(rows.at(-1));
    rows.push(...page);
    if (page.length < PAGE) return rows;
  }
}
