import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useProject, useProjectId } from '../../api/project.ts';
import { Page } from '../../parts/Page.tsx';
import { Loaded, Waiting } from '../../parts/states.tsx';
import { ViewerNote } from '../../parts/ViewerNote.tsx';
import { DomainStep } from './DomainStep.tsx';
import { FirstClickStep } from './FirstClickStep.tsx';
import { FirstLinkStep } from './FirstLinkStep.tsx';
import { KeyStep } from './KeyStep.tsx';
import { PlatformStep } from './PlatformStep.tsx';
import { Step } from './Step.tsx';
import { ServerFindings } from './ServerFindings.tsx';
import { useProgress } from './useProgress.ts';

/** From nothing to the first click, step by step; completed steps collapse. */
export function Start() {
  const projectId = useProjectId();
  const project = useProject();
  const progress = useProgress(projectId);
  const [skipped, setSkipped] = useState(false);
  const [opened, setOpened] = useState<number>();
  return (
    <Page title="Get started" about="Five steps to the first click on one of your links.">
      <Loaded query={project} waiting={<Waiting rows={5} height={64} />}>
        {(settings) => {
          if (progress === undefined) return <Waiting rows={5} height={64} />;
          const platforms = settings.ios.complete || settings.android.complete || skipped;
          const done = [
            progress.domain !== undefined,
            platforms,
            progress.hasKey,
            progress.link !== undefined,
            progress.clicked,
          ];
          // When all are done, the last one stays open: it says that the click was seen.
          const undone = done.indexOf(false);
          const next = undone === -1 ? done.length - 1 : undone;
          const step = (index: number) => ({
            place: index + 1,
            done: done[index] === true,
            open: index === (opened ?? next),
            onOpen: () => setOpened(index),
          });
          const proceed = () => setOpened(undefined);
          return (
            <Stack gap="sm">
              <ViewerNote />
              <ServerFindings />
              <Step {...step(0)} title="A domain" hint={progress.domain?.host}>
                <DomainStep projectId={projectId} domains={progress.domains} />
              </Step>
              <Step {...step(1)} title="Your apps" hint={platformText(settings, skipped)}>
                <PlatformStep
                  settings={settings}
                  onLater={() => {
                    setSkipped(true);
                    proceed();
                  }}
                />
              </Step>
              <Step {...step(2)} title="A key" hint={progress.hasKey ? 'Created' : undefined}>
                <KeyStep projectId={projectId} onDone={proceed} />
              </Step>
              <Step {...step(3)} title="Your first link" hint={progress.link?.shortUrl}>
                <FirstLinkStep projectId={projectId} onDone={proceed} />
              </Step>
              <Step {...step(4)} title="The first click">
                <FirstClickStep projectId={projectId} link={progress.link} />
              </Step>
            </Stack>
          );
        }}
      </Loaded>
    </Page>
  );
}

function platformText(
  { ios, android }: { ios: { complete: boolean }; android: { complete: boolean } },
  skipped: boolean,
): string | undefined {
  const ready = [ios.complete && 'iOS', android.complete && 'Android'].filter(
    (name) => name !== false,
  );
  if (ready.length > 0) return `${ready.join(' and ')} ready`;
  return skipped ? 'Skipped' : undefined;
}
