import type { Transaction } from 'kysely';
import type { WindowNumbers, WindowQuestion } from '../clicks/ClickStore.ts';
import type { Database } from '../db/schema.ts';
import { sourceOfLink, sourceOfProject } from './AnalyticsSource.ts';
import { countTimes } from './countTimes.ts';
import { countUnique } from './countUnique.ts';
import { rankValues } from './rankValues.ts';

/** The numbers of an analytics window. `trx`: repeatable read. */
export async function readWindow(
  trx: Transaction<Database>,
  { scope, window, now, starts, limit }: WindowQuestion,
): Promise<WindowNumbers> {
  const source = scope.link
    ? await sourceOfLink(trx, scope.link, window)
    : await sourceOfProject(trx, scope.project, window, now);
  return {
    times: await countTimes(trx, source, starts),
    uniqueVisitors: await countUnique(trx, source.visitors),
    topValues: await rankValues(trx, source, limit),
  };
}
