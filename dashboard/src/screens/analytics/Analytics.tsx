import type { Analytics as Numbers } from '@fairlead/contract/operations/analytics';
import { useProjectId } from '../../api/project.ts';
import { commonTiles } from '../../numbers/commonTiles.ts';
import { LiveAnalytics } from '../../numbers/LiveAnalytics.tsx';
import { readFacts } from '../../numbers/factsOfUrl.ts';
import { FactPills } from '../../numbers/FactPills.tsx';
import { NumberTiles, type Tile } from '../../numbers/NumberTiles.tsx';
import { ShareNumbers } from '../../numbers/share/ShareNumbers.tsx';
import { useNumbers } from '../../numbers/useNumbers.ts';
import { useNumbersWindow } from '../../numbers/useNumbersWindow.ts';
import { WindowChoice } from '../../numbers/WindowChoice.tsx';
import { duration } from '../../parts/format.ts';
import { Page } from '../../parts/Page.tsx';
import { Loaded, Waiting } from '../../parts/states.tsx';

/** Milliseconds between refreshes of the numbers while someone is watching. */
const LOOK_AGAIN = 15_000;

export function Analytics() {
  const projectId = useProjectId();
  const [window, choose] = useNumbersWindow();
  const { numbers, before } = useNumbers({ projectId }, window, LOOK_AGAIN);
  return (
    <Page
      title="Analytics"
      about="Visits by people. Social previews and bots are counted separately."
      actions={
        <>
          <WindowChoice value={window} onChange={choose} />
          <ShareNumbers subject={{ projectId }} facts={readFacts(window)} />
        </>
      }
    >
      <FactPills window={window} onChange={choose} />
      <Loaded query={numbers} waiting={<Waiting rows={3} height={180} />}>
        {(data) => (
          <>
            <NumberTiles tiles={tilesOf(data.totals, before?.totals)} />
            <LiveAnalytics
              subject={{ projectId }}
              window={window}
              onWindow={choose}
              data={data}
              before={before}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function tilesOf(totals: Numbers['totals'], before: Numbers['totals'] | undefined): Tile[] {
  const { clicks, visitors, previews } = commonTiles(totals, before);
  return [
    clicks,
    visitors,
    {
      label: 'Installs',
      value: totals.installs,
      before: before?.installs,
      about: 'First opens of the app credited to a click.',
    },
    {
      label: 'Sessions',
      value: totals.sessions ?? '–',
      before: before?.sessions,
      about: 'Times your app was used, of all people.',
    },
    {
      label: 'Average session',
      value: meanSession(totals.sessionSeconds),
      about: 'Length of the sessions that ended.',
    },
    previews,
  ];
}

function meanSession(seconds: number | null | undefined): string {
  return seconds === null || seconds === undefined ? '–' : duration(seconds);
}
