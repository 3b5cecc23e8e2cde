import type { Analytics } from '@fairlead/contract/operations/analytics';
import { SimpleGrid, Skeleton, Text } from '@mantine/core';
import { lazy, Suspense, useRef } from 'react';
import { Card } from '../parts/Card.tsx';
import { axisMoment, counted } from '../parts/format.ts';
import type { Subject } from './askNumbers.ts';
import { ClickOutcomes } from './ClickOutcomes.tsx';
import { CARDS } from './facts.ts';
import { HoursCard } from './HoursCard.tsx';
import type { NumbersWindow } from './numbersWindow.ts';
import { SaveMenu } from './SaveMenu.tsx';
import { TopLists } from './TopLists.tsx';
import { useNow } from './useHours.ts';

const TimeChart = lazy(async () => ({ default: (await import('./TimeChart.tsx')).TimeChart }));

const TITLE = 'Over time';

interface AnalyticsViewProps {
  readonly subject: Subject;
  readonly window: NumbersWindow;
  readonly onWindow: (window: NumbersWindow) => void;
  readonly data: Analytics;
  /** What it is compared with. */
  readonly before: Analytics | undefined;
}

/** Numbers in a time range, over time and by dimension; for a project or a link. */
export function AnalyticsView({ subject, window, onWindow, data, before }: AnalyticsViewProps) {
  const drawing = useRef<HTMLDivElement>(null);
  const about = `Times in ${data.timeZone}.`;
  return (
    <>
      <Card
        title={TITLE}
        about={about}
        actions={
          <>
            <Now subject={subject} window={window} />
            <SaveMenu
              title={TITLE}
              about={about}
              rows={() => seriesRows(data, before)}
              drawing={drawing}
            />
          </>
        }
      >
        <div ref={drawing}>
          <Suspense fallback={<Skeleton height={260} aria-busy="true" />}>
            <TimeChart data={data} before={before} />
          </Suspense>
        </div>
      </Card>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {CARDS.map((card) => (
          <TopLists
            key={card.title}
            {...card}
            data={data}
            onChoose={(facts) => onWindow({ ...window, ...facts })}
          />
        ))}
        <HoursCard subject={subject} window={window} />
        <ClickOutcomes totals={data.totals} />
      </SimpleGrid>
    </>
  );
}

function seriesRows({ series, interval }: Analytics, before: Analytics | undefined) {
  const compared = before === undefined ? [] : ['Clicks before'];
  return [
    ['From', 'Name', 'Clicks', 'App opens', 'Installs', ...compared],
    ...series.map(({ at, clicks, opens, installs }, place) => [
      at,
      axisMoment(at, interval),
      clicks,
      opens,
      installs,
      ...(before === undefined ? [] : [before.series[place]?.clicks ?? '']),
    ]),
  ];
}

/** Who is here now. */
function Now({ subject, window }: Pick<AnalyticsViewProps, 'subject' | 'window'>) {
  const { data } = useNow(subject, window);
  if (data === undefined) return null;
  const { uniqueVisitors } = data.totals;
  return (
    <Text size="sm" c="dimmed" className="number">
      <span className={uniqueVisitors > 0 ? 'now-dot' : 'now-dot idle'} aria-hidden />
      {`${counted(uniqueVisitors, 'visitor', 'visitors')} in the last 30 minutes`}
    </Text>
  );
}
