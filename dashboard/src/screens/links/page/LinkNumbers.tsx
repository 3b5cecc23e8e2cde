import type { Analytics } from '@fairlead/contract/operations/analytics';
import { Group, Stack, Text } from '@mantine/core';
import { commonTiles } from '../../../numbers/commonTiles.ts';
import { LiveAnalytics } from '../../../numbers/LiveAnalytics.tsx';
import { readFacts } from '../../../numbers/factsOfUrl.ts';
import { FactPills } from '../../../numbers/FactPills.tsx';
import { NumberTiles, type Tile } from '../../../numbers/NumberTiles.tsx';
import { ShareNumbers } from '../../../numbers/share/ShareNumbers.tsx';
import { useNumbers } from '../../../numbers/useNumbers.ts';
import { useNumbersWindow } from '../../../numbers/useNumbersWindow.ts';
import { WindowChoice } from '../../../numbers/WindowChoice.tsx';
import { counted } from '../../../parts/format.ts';
import { Loaded, Waiting } from '../../../parts/states.tsx';
import { When } from '../../../parts/When.tsx';
import { useLiveClicks, type LinkParams } from './useLiveClicks.ts';

/** Milliseconds. */
const LOOK_AGAIN = 5000;

/** The numbers of a link in a time range, and in a line what it has had since it was created. */
export function LinkNumbers({ params }: { readonly params: LinkParams }) {
  const [window, choose] = useNumbersWindow();
  const { numbers, before } = useNumbers(params, window, LOOK_AGAIN);
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <WindowChoice value={window} onChange={choose} />
        <ShareNumbers subject={params} facts={readFacts(window)} />
      </Group>
      <FactPills window={window} onChange={choose} />
      <Loaded query={numbers} waiting={<Waiting rows={2} height={300} />}>
        {(data) => (
          <>
            <div aria-live="polite">
              <NumberTiles tiles={tilesOf(data.totals, before?.totals)} />
              <Lifetime params={params} />
            </div>
            <LiveAnalytics
              subject={params}
              window={window}
              onWindow={choose}
              data={data}
              before={before}
            />
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function Lifetime({ params }: { readonly params: LinkParams }) {
  const { data } = useLiveClicks(params);
  if (data === undefined) return null;
  const { clicks, installs, lastClickedAt } = data.stats;
  return (
    <Text size="sm" c="dimmed" mt={6} component="div">
      {`Since the link was created: ${counted(clicks, 'click', 'clicks')}, ${counted(installs, 'install', 'installs')}`}
      {' · '}
      {lastClickedAt === undefined ? (
        'no clicks yet'
      ) : (
        <>
          last click <When at={lastClickedAt} />
        </>
      )}
    </Text>
  );
}

type Totals = Analytics['totals'];

function tilesOf(totals: Totals, before: Totals | undefined): Tile[] {
  const { clicks, visitors, previews } = commonTiles(totals, before);
  return [
    clicks,
    visitors,
    {
      label: 'App opens',
      value: totals.opens,
      before: before?.opens,
      of: totals.clicks,
      about: 'Clicks that opened the installed app.',
    },
    {
      label: 'Installs',
      value: totals.installs,
      before: before?.installs,
      of: totals.clicks,
      about: 'First opens of the app credited to this link.',
    },
    {
      label: 'Returning users',
      value: totals.returningUsers,
      before: before?.returningUsers,
      about: 'Opens by people who had the app before the click.',
    },
    previews,
  ];
}
