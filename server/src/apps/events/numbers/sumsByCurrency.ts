import type { EventRevenueSum, RevenueSum } from '@fairlead/contract/eventResources';

/** A sum of one currency as the database has it, of any size. */
interface Row {
  readonly currency: string | null;
  readonly amount: string | null;
}

/** Sums by currency, in the order of their codes. */
export function sumsByCurrency(rows: readonly Row[]): RevenueSum[] {
  return rows
    .flatMap(({ currency, amount }) =>
      currency === null || amount === null ? [] : [{ currency, amount: toNumber(BigInt(amount)) }],
    )
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** The same of events, with what apps alone have said: of a currency of theirs nothing may be added. */
export function revenueByCurrency(
  rows: readonly (Row & { readonly app_amount: string | null })[],
): EventRevenueSum[] {
  const added = sumsByCurrency(rows.map((row) => ({ ...row, amount: row.amount ?? '0' })));
  const byApps = new Map(rows.map((row) => [row.currency, BigInt(row.app_amount ?? 0)]));
  return added.map((sum) => ({ ...sum, saidByApps: toNumber(byApps.get(sum.currency) ?? 0n) }));
}

const MOST = BigInt(Number.MAX_SAFE_INTEGER);

/** A sum, or the bound that no client reads exactly beyond. */
export function toNumber(sum: bigint): number {
  return Number(sum > MOST ? MOST : sum < -MOST ? -MOST : sum);
}
