import type { Pool } from 'pg';

/** A click that opened the app, whoever resolved it, is delivered: no later install is matched to it. */
export async function spendSignals(pool: Pool, clickId: string): Promise<void> {
  await pool.query({
    name: 'spend-signals',
    text: 'update click_signals set used = true where click_id = $1 and not used',
    values: [clickId],
  });
}
