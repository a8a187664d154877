/** Earnings as CSV, one row a day and agent. Amounts are exact. */
import type { DailyEarnings } from '../../data/earnings';

export async function earningsCsv(rows: readonly DailyEarnings[]): Promise<Blob> {
  const { default: csv } = await import('papaparse');
  const text = csv.unparse(
    rows.map(({ day, agent, agent_id, revenue, earned }) => ({
      day_utc: day,
      agent,
      agent_id,
      charged_usd: revenue,
      tax_and_fee_usd: Math.round((revenue - earned) * 1e12) / 1e12,
      earned_usd: earned,
    })),
    // Amounts below zero are numbers, which stay.
    { escapeFormulae: /^[=+@\t\r]|^-(?![\d.]+$)/ },
  );
  return new Blob([text], { type: 'text/csv;charset=utf-8' });
}
