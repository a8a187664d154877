/** Reads every row of a function that returns more of them than one response may have. */

/** The most rows of one response (`max_rows` in `supabase/config.toml`). */
const PAGE = 1_000;

/** `read` gets the first and last place of a page, in an order that no two rows share. */
export async function allPages<T>(read: (from: number, to: number) => Promise<T[]>): Promise<T[]> {
  const rows: T[] = [];
  for (;;) {
    const page = await read(rows.length, rows.length + PAGE - 1);
    rows.push(...page);
    if (page.length < PAGE) return rows;
  }
}
