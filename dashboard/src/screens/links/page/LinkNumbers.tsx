import { Group, Stack, Text, Title } from '@mantine/core';
import { LiveAnalytics } from '../../../numbers/LiveAnalytics.tsx';
import { readFacts } from '../../../numbers/factsOfUrl.ts';
import { FactPills } from '../../../numbers/FactPills.tsx';
import { NumberTiles } from '../../../numbers/NumberTiles.tsx';
import { ShareNumbers } from '../../../numbers/share/ShareNumbers.tsx';
import { useNumbers } from '../../../numbers/useNumbers.ts';
import { useNumbersWindow } from '../../../numbers/useNumbersWindow.ts';
import { WindowChoice } from '../../../numbers/WindowChoice.tsx';
import { Loaded, Waiting } from '../../../parts/states.tsx';
import { When } from '../../../parts/When.tsx';
import { useLiveClicks, type LinkParams } from './useLiveClicks.ts';

/** Milliseconds. */
const LOOK_AGAIN = 5000;

/** Current lifetime numbers, and a time range with its charts. */
export function LinkNumbers({ params }: { readonly params: LinkParams }) {
  const [window, choose] = useNumbersWindow();
  const live = useLiveClicks(params);
  const { numbers, before } = useNumbers(params, window, LOOK_AGAIN);
  return (
    <Stack gap="lg">
      <Loaded query={live} waiting={<Waiting rows={1} height={110} />}>
        {({ stats }) => (
          <div aria-live="polite">
            <NumberTiles
              tiles={[
                { label: 'Clicks', value: stats.clicks, about: 'Visits by people.' },
                {
                  label: 'App opens',
                  value: stats.opens,
                  of: stats.clicks,
                  about: 'Clicks that opened the installed app.',
                },
                {
                  label: 'Installs',
                  value: stats.installs,
                  of: stats.clicks,
                  about: 'First opens of the app credited to this link.',
                },
                {
                  label: 'Returning users',
                  value: stats.returningUsers,
                  about: 'Opens by people who had the app before the click.',
                },
                {
                  label: 'Previews',
                  value: stats.previews,
                  about: 'Fetches by social networks for the card they show.',
                },
                {
                  label: 'Other bots',
                  value: stats.bots,
                  about: 'Scanners, prefetches and the like.',
                },
              ]}
            />
            <Text size="sm" c="dimmed" mt={6} component="div">
              Since the link was created{' · '}
              {stats.lastClickedAt === undefined ? (
                'no clicks yet'
              ) : (
                <>
                  last click <When at={stats.lastClickedAt} />
                </>
              )}
            </Text>
          </div>
        )}
      </Loaded>
      <Group justify="space-between" gap="sm">
        <Title order={2}>In this period</Title>
        <Group gap="xs">
          <WindowChoice value={window} onChange={choose} />
          <ShareNumbers subject={params} facts={readFacts(window)} />
        </Group>
      </Group>
      <FactPills window={window} onChange={choose} />
      <Loaded query={numbers} waiting={<Waiting rows={2} height={300} />}>
        {(data) => (
          <LiveAnalytics
            subject={params}
            window={window}
            onWindow={choose}
            data={data}
            before={before}
          />
        )}
      </Loaded>
    </Stack>
  );
}
