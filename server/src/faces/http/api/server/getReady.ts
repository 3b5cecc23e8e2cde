import { operations } from '@fairlead/contract';
import type { App } from '../../../App.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { route } from '../../routing/route.ts';

export const getReadyRoute = route(operations.getReady, async ({ app }) => {
  assertReady(app);
  return { status: 200, body: { status: 'ready' } };
});

/** Throws UNAVAILABLE while visits should go to another node, whatever the database does. */
export function assertReady({ drain, ledger }: Pick<App, 'drain' | 'ledger'>): void {
  if (drain.isDraining()) {
    throw new Problem('UNAVAILABLE', 'This node is stopping: ask another one', {
      'retry-after': '5',
    });
  }
  if (!ledger.isStoring()) {
    const message = 'Visits cannot be stored: the disk of JOURNAL_DIR is full or fails';
    throw new Problem('UNAVAILABLE', message, { 'retry-after': '5' });
  }
}
