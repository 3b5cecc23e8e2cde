import { listProjectLinks } from '@fairlead/contract/operations/dashboard/links';
import type { Counts } from '@fairlead/imports/runImport';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useProjectId } from '../../api/project.ts';
import { createSender } from './createSender.ts';
import type { ImportSetup } from './importSetup.ts';
import { type ImportReport, NOTHING, runSetup } from './runSetup.ts';

/** The stage of an import: a dry run in progress or done, or the run itself. */
export type ImportStage =
  | { readonly stage: 'choosing' }
  | { readonly stage: 'checking' }
  | ({ readonly setup: ImportSetup } & (
      | { readonly stage: 'checked'; readonly report: ImportReport }
      | { readonly stage: 'running'; readonly counts: Counts }
      | { readonly stage: 'ended'; readonly report: ImportReport }
    ));

/** An import of the project; leaving the screen stops it with the rows that are being created. */
export function useImport() {
  const projectId = useProjectId();
  const queries = useQueryClient();
  const [state, setState] = useState<ImportStage>({ stage: 'choosing' });
  const ending = useRef<AbortController>(undefined);
  useEffect(() => () => ending.current?.abort(), []);

  async function check(setup: ImportSetup): Promise<void> {
    const { signal } = (ending.current = new AbortController());
    setState({ stage: 'checking' });
    const report = await runSetup(setup, { send: createSender(projectId), dryRun: true, signal });
    if (!signal.aborted) setState({ stage: 'checked', setup, report });
  }

  async function run(setup: ImportSetup, after?: ImportReport): Promise<void> {
    const { signal } = (ending.current = new AbortController());
    const onProgress = (counts: Counts) => setState({ stage: 'running', setup, counts });
    onProgress(after?.counts ?? NOTHING);
    const send = createSender(projectId);
    const report = await runSetup(setup, { send, signal, after, onProgress });
    setState({ stage: 'ended', setup, report });
    await queries.invalidateQueries({ queryKey: [listProjectLinks.id] });
  }

  return {
    state,
    check: (setup: ImportSetup) => void check(setup),
    /** From the start, or after the rows in a report. */
    run: (setup: ImportSetup, after?: ImportReport) => void run(setup, after),
    stop: () => ending.current?.abort(),
    back: () => setState({ stage: 'choosing' }),
  };
}
