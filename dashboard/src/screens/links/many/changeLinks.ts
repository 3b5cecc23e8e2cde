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

/** A step that has changed links, for its undoing. */
export interface DoneStep {
  readonly changeId: string;
  readonly ids: readonly string[];
}

type Step = BodyFor<typeof changeProjectLinks>;

export interface ChangeOutcome {
  /** Links that were looked at. */
  readonly examined: number;
  /** Ids of those that are different now. */
  readonly changed: readonly string[];
  readonly refused: Step['refused'];
  readonly steps: readonly DoneStep[];
  /** Of a preview: what the first links would become. */
  readonly examples: NonNullable<Step['examples']>;
  /** Why it ended early: an error, or null if the person stopped it. */
  readonly cutShort?: { readonly error: unknown };
}

interface ChangeInput {
  readonly projectId: string;
  /** The first steps of each part. */
  readonly bodies: readonly ChangeBody[];
  /** Called after each step with what is done until then. */
  readonly onStep: (outcome: ChangeOutcome) => void;
  readonly isStopped: () => boolean;
}

export type ChangeBody = Parameters<typeof call<typeof changeProjectLinks>>[1]['body'];

export function countOf(meant: MeantLinks): number {
  return 'ids' in meant ? meant.ids.length : meant.total;
}

/** Makes one change to many links, step by step; what is done when it ends early stays done. */
export async function changeLinks(input: ChangeInput): Promise<ChangeOutcome> {
  const { projectId, bodies, onStep, isStopped } = input;
  let outcome: ChangeOutcome = { examined: 0, changed: [], refused: [], steps: [], examples: [] };
  for (const first of bodies) {
    let after: string | null = null;
    do {
      if (isStopped()) return { ...outcome, cutShort: { error: null } };
      const body: ChangeBody = after === null ? first : { ...first, after };
      let step: Step;
      try {
        step = await patiently(() => call(changeProjectLinks, { params: { projectId }, body }));
      } catch (error) {
        return { ...outcome, cutShort: { error } };
      }
      outcome = added(outcome, step);
      onStep(outcome);
      after = step.next;
    } while (after !== null);
  }
  return outcome;
}

function added(outcome: ChangeOutcome, step: Step): ChangeOutcome {
  const { changeId, changed: ids } = step;
  const examples = [...outcome.examples, ...(step.examples ?? [])];
  return {
    examined: outcome.examined + step.examined,
    changed: [...outcome.changed, ...ids],
    refused: [...outcome.refused, ...step.refused],
    steps: [...outcome.steps, ...(changeId === null ? [] : [{ changeId, ids }])],
    examples: examples.slice(0, LIMITS.changeExamples),
  };
}

export function bodiesOf(meant: MeantLinks, change: LinksChange): ChangeBody[] {
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

/** What gives the links of these steps back what they had. */
export function undoBodies(steps: readonly DoneStep[]): ChangeBody[] {
  return steps.map(({ changeId, ids }) => ({
    filter: { ids: [...ids] },
    expected: ids.length,
    change: { undo: changeId },
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
