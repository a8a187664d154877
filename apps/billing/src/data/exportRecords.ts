/**
 * Exports all usage records of the signed-in user as a CSV file.
 * Source: `public.usage_tracking`, limited by its row-level security to the user's own rows.
 */
import { type Row, supabase, unwrap } from '@slipway/data';
import { saveFile } from './saveFile';

type ExportedRow = Pick<
  Row<'usage_tracking'>,
  'created_at' | 'usage_type' | 'quantity' | 'cost' | 'tokens' | 'deployment_id' | 'agent_id' | 'id'
>;

/** The most rows of one request. */
const PAGE = 1_000;

/** The page after `last`, newest first. Pages start at a row, not at an offset, so that added records repeat none. */
function readPage(userId: string, last: ExportedRow | undefined): Promise<ExportedRow[]> {
  const page = supabase()
    .from('usage_tracking')
    .select('created_at,usage_type,quantity,cost,tokens,deployment_id,agent_id,id')
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(PAGE);
  if (!last) return unwrap(page);
  return unwrap(
    page.or(`created_at.lt."${last.created_at}",and(created_at.eq."${last.created_at}",id.lt.${last.id})`),
  );
}

async function readAll(userId: string): Promise<ExportedRow[]> {
  const rows: ExportedRow[] = [];
  for (;;) {
    const page = await readPage(userId, rows.at(-1));
    rows.push(...page);
    if (page.length < PAGE) return rows;
  }
}

/** Downloads the file, unless there are no records. Returns their number. @throws `unavailable`, `unexpected` */
export async function exportRecords(userId: string): Promise<number> {
  const [rows, { default: csv }] = await Promise.all([readAll(userId), import('papaparse')]);
  if (rows.length === 0) return 0;
  const text = csv.unparse(
    rows.map(({ created_at, usage_type, quantity, cost, tokens, deployment_id, agent_id }) => ({
      time_utc: created_at,
      type: usage_type,
      quantity,
      cost_usd: cost,
      tokens,
      deployment_id,
      agent_id,
    })),
    { escapeFormulae: true },
  );
  const file = new Blob([text], { type: 'text/csv;charset=utf-8' });
  saveFile(file, `slipway-usage-${new Date().toISOString().slice(0, 10)}.csv`);
  return rows.length;
}
