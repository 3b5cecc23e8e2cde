import type { LinksChange } from '@fairlead/contract/operations/dashboard/linkBulk';
import { useRef, useState } from 'react';
import { useProjectId } from '../../../api/project.ts';
import { bodiesOf, changeLinks, type ChangeOutcome, type MeantLinks } from './changeLinks.ts';

type PreviewState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly done: number }
  | { readonly kind: 'shown'; readonly outcome: ChangeOutcome }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Goes through a change of many links without making it. */
export function usePreview(meant: MeantLinks) {
  const projectId = useProjectId();
  const [state, setState] = useState<PreviewState>({ kind: 'none' });
  // The run that is shown; one that was stopped says nothing more.
  const current = useRef(0);
  const forget = () => {
    current.current += 1;
    setState({ kind: 'none' });
  };
  const start = async (change: LinksChange) => {
    current.current += 1;
    const run = current.current;
    const isStopped = () => run !== current.current;
    setState({ kind: 'running', done: 0 });
    const outcome = await changeLinks({
      projectId,
      bodies: bodiesOf(meant, change).map((body) => ({ ...body, preview: true })),
      onStep: ({ examined: done }) => {
        if (!isStopped()) setState({ kind: 'running', done });
      },
      isStopped,
    });
    if (isStopped()) return;
    const { cutShort } = outcome;
    setState(cutShort ? { kind: 'failed', error: cutShort.error } : { kind: 'shown', outcome });
  };
  return { state, start, stop: forget, forget };
}
