import { useState } from 'react';
import { Page } from '../../parts/Page.tsx';
import { ViewerNote } from '../../parts/ViewerNote.tsx';
import { useUnsaved } from '../../parts/form/useUnsaved.ts';
import { ApiSources } from './ApiSources.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { ImportOutcome } from './ImportOutcome.tsx';
import { ImportPlan } from './ImportPlan.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import type { ImportSetup } from './importSetup.ts';
import { useImport } from './useImport.ts';

/**
 * Imports links from another service or any file: first what each row would become, then the import, then the outcome
 * of each row.
 */
export function ImportLinks() {
  const [setup, setSetup] = useState<ImportSetup>();
  const { state, check, run, stop, back } = useImport();
  useUnsaved(() => state.stage === 'running', {
    title: 'Stop the import?',
    text: 'Links created so far stay. To finish later, import the same file again: no link is created twice.',
    yes: 'Stop and leave',
  });
  return (
    <Page
      title="Import links"
      about="From Firebase Dynamic Links, Branch, Bitly, Shlink, YOURLS, Kutt, Dub, Short.io, Rebrandly or any CSV file. Nothing is created until you have seen what each row becomes."
    >
      <ViewerNote />
      {(state.stage === 'choosing' || state.stage === 'checking') && (
        <>
          <ChooseFile
            setup={setup}
            checking={state.stage === 'checking'}
            onChange={setSetup}
            onCheck={check}
          />
          <ApiSources />
        </>
      )}
      {state.stage === 'checked' && (
        <ImportPlan {...state} onBack={back} onImport={() => run(state.setup)} />
      )}
      {state.stage === 'running' && (
        <ImportProgress counts={state.counts} total={state.setup.file.rows.length} onStop={stop} />
      )}
      {state.stage === 'ended' && (
        <ImportOutcome
          {...state}
          onContinue={() => run(state.setup, state.report)}
          onAnother={() => {
            setSetup(undefined);
            back();
          }}
        />
      )}
    </Page>
  );
}
