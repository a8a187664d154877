/**
 * Every record of the signed-in person's use, as a CSV file that a spreadsheet opens.
 * Source: `public.usage_tracking`, limited by the policy "users read their own usage".
 */
import { type Row, supabase, unwrap } from '@slipway/data';

type ExportedRow = Pick<
  Row<'usage_tracking'>,
  'created_at' | 'usage_type' | 'quantity' | 'cost' | 'tokens' | 'deployment_id' | 'agent_id' | 'id'
>;

/** What one request returns at most. */
const PAGE = 1_000;

/** A page of the records after `last`, newest first: where others are added meanwhile, none comes twice. */
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

function save(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Saves the file; returns how many records it holds, and saves none when there are none. @throws `unavailable`, `unexpected` */
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
  save(text, `slipway-usage-${new Date().toISOString().slice(0, 10)}.csv`);
  return rows.length;
}
