import type { Analytics } from '@fairlead/contract/operations/analytics';
import { SimpleGrid, Skeleton } from '@mantine/core';
import { lazy, Suspense, type ReactNode } from 'react';
import { Card } from '../parts/Card.tsx';
import { countryName } from '@fairlead/contract/ruleWords';
import { ClickOutcomes } from './ClickOutcomes.tsx';
import { TopList } from './TopList.tsx';
import { crawlerName, deviceName, sourceName } from './visitNames.ts';

const TimeChart = lazy(async () => ({ default: (await import('./TimeChart.tsx')).TimeChart }));

/** Numbers in a time range, over time and by dimension; for a project or a link. */
export function AnalyticsView({
  data,
  children,
}: {
  readonly data: Analytics;
  readonly children?: ReactNode;
}) {
  const { topValues, totals } = data;
  const all = totals.clicks;
  return (
    <>
      <Card title="Over time" about={`Times in ${data.timeZone}.`}>
        <Suspense fallback={<Skeleton height={260} aria-busy="true" />}>
          <TimeChart data={data} />
        </Suspense>
      </Card>
      {children}
      <ClickOutcomes totals={totals} />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        <TopList title="Countries" entries={topValues.countries} all={all} nameOf={countryName} />
        <TopList title="Devices" entries={topValues.devices} all={all} nameOf={deviceName} />
        <TopList title="Operating systems" entries={topValues.systems} all={all} />
        <TopList title="Browsers" entries={topValues.browsers} all={all} />
        <TopList
          title="In-app browsers"
          entries={topValues.apps}
          all={all}
          unknown="None (regular browser)"
        />
        <TopList
          title="Referrers"
          entries={topValues.referrers}
          all={all}
          unknown="Direct (no referrer)"
        />
        <TopList title="Source" entries={topValues.sources} all={all} nameOf={sourceName} />
        <TopList
          title="Social previews"
          entries={topValues.crawlers}
          all={totals.previews}
          nameOf={crawlerName}
        />
      </SimpleGrid>
    </>
  );
}
