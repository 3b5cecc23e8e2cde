import { LIMITS } from '@fairlead/contract/limits';
import {
  changeProjectLinks,
  type LinksChange,
} from '@fairlead/contract/operations/dashboard/linkBulk';
import { call, type BodyFor } from '../../../api/call.ts';
import { CallError } from '../../../api/CallError.ts';
import type { selectionOf } from '../list/linkFilters.ts';

/** All links that match a filter as the list was read, or those with these ids. */
export type MeantLinks =
  | {
      readonly filter: ReturnType<typeof selectionOf>;
      readonly total: number;
      /** Links created since then are not meant; left out: all are. */
      readonly asOf?: string;
    }
  | { readonly ids: readonly string[]; readonly deleted: boolean };

export interface ChangeOutcome {
  /** Links that were looked at. */
  readonly examined: number;
  /** Ids of those that are different now. */
  readonly changed: readonly string[];
  readonly refused: BodyFor<typeof changeProjectLinks>['refused'];
  /** Why it ended early: an error, or null if the person stopped it. */
  readonly cutShort?: { readonly error: unknown };
}

interface ChangeInput {
  readonly projectId: string;
  readonly meant: MeantLinks;
  readonly change: LinksChange;
  /** Called after each step with what is done until then. */
  readonly onStep: (outcome: ChangeOutcome) => void;
  readonly isStopped: () => boolean;
}

type Body = Parameters<typeof call<typeof changeProjectLinks>>[1]['body'];

export function countOf(meant: MeantLinks): number {
  return 'ids' in meant ? meant.ids.length : meant.total;
}

/** Makes one change to many links, step by step; what is done when it ends early stays done. */
export async function changeLinks(input: ChangeInput): Promise<ChangeOutcome> {
  const { projectId, meant, change, onStep, isStopped } = input;
  let outcome: ChangeOutcome = { examined: 0, changed: [], refused: [] };
  for (const first of bodiesOf(meant, change)) {
    let after: string | null = null;
    do {
      if (isStopped()) return { ...outcome, cutShort: { error: null } };
      const body: Body = after === null ? first : { ...first, after };
      let step: BodyFor<typeof changeProjectLinks>;
      try {
        step = await patiently(() => call(changeProjectLinks, { params: { projectId }, body }));
      } catch (error) {
        return { ...outcome, cutShort: { error } };
      }
      outcome = {
        examined: outcome.examined + step.examined,
        changed: [...outcome.changed, ...step.changed],
        refused: [...outcome.refused, ...step.refused],
      };
      onStep(outcome);
      after = step.next;
    } while (after !== null);
  }
  return outcome;
}

function bodiesOf(meant: MeantLinks, change: LinksChange): Body[] {
  if (!('ids' in meant)) {
    const { filter, total: expected, asOf } = meant;
    return [{ filter, expected, ...(asOf !== undefined && { asOf }), change }];
  }
  const { ids, deleted } = meant;
  const chunks = Array.from({ length: Math.ceil(ids.length / LIMITS.changeStep) }, (_, place) =>
    ids.slice(place * LIMITS.changeStep, (place + 1) * LIMITS.changeStep),
  );
  return chunks.map((chunk) => ({
    filter: { ids: chunk, deleted },
    expected: chunk.length,
    change,
  }));
}

/** Waits for as long as the server asks for when there were too many calls. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 429) throw error;
      const { retryAfter = 1 } = error;
      await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000));
    }
  }
}

/** What takes a change back, for the links that it has changed; undefined if their earlier values are not known. */
export function oppositeOf(change: LinksChange): LinksChange | undefined {
  if (change.addTag !== undefined) return { removeTag: change.addTag };
  if (change.removeTag !== undefined) return { addTag: change.removeTag };
  if (change.archived !== undefined) return { archived: !change.archived };
  if (change.deleted !== undefined) return { deleted: !change.deleted };
  return undefined;
}
