import type { Analytics } from '@fairlead/contract/operations/analytics';
import { countryName } from '@fairlead/contract/ruleWords';
import { SimpleGrid, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Card } from '../parts/Card.tsx';
import { ClickOutcomes } from './ClickOutcomes.tsx';
import { TopLists } from './TopLists.tsx';
import { crawlerName, deviceName, sourceName } from './visitNames.ts';

const TimeChart = lazy(async () => ({ default: (await import('./TimeChart.tsx')).TimeChart }));

interface AnalyticsViewProps {
  readonly data: Analytics;
  /** What it is compared with. */
  readonly before: Analytics | undefined;
}

/** Numbers in a time range, over time and by dimension; for a project or a link. */
export function AnalyticsView({ data, before }: AnalyticsViewProps) {
  const { topValues, totals } = data;
  const all = totals.clicks;
  return (
    <>
      <Card title="Over time" about={`Times in ${data.timeZone}.`}>
        <Suspense fallback={<Skeleton height={260} aria-busy="true" />}>
          <TimeChart data={data} before={before} />
        </Suspense>
      </Card>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TopLists
          title="Where from"
          lists={[
            { title: 'Countries', entries: topValues.countries, all, nameOf: countryName },
            {
              title: 'Referrers',
              entries: topValues.referrers,
              all,
              unknown: 'Direct (no referrer)',
            },
          ]}
        />
        <TopLists
          title="On what"
          lists={[
            { title: 'Devices', entries: topValues.devices, all, nameOf: deviceName },
            { title: 'Systems', entries: topValues.systems, all },
            { title: 'Browsers', entries: topValues.browsers, all },
          ]}
        />
        <TopLists
          title="By which way"
          lists={[
            { title: 'Sources', entries: topValues.sources, all, nameOf: sourceName },
            {
              title: 'In apps',
              entries: topValues.apps,
              all,
              unknown: 'None (regular browser)',
            },
            {
              title: 'Previews',
              entries: topValues.crawlers,
              all: totals.previews,
              nameOf: crawlerName,
            },
          ]}
        />
        <ClickOutcomes totals={totals} />
      </SimpleGrid>
    </>
  );
}
