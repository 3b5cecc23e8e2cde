import type { Analytics } from '@fairlead/contract/operations/analytics';
import { listAnnotations } from '@fairlead/contract/operations/dashboard/numbers';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../api/queries.ts';
import { counted } from '../parts/format.ts';
import { AnalyticsView } from './AnalyticsView.tsx';
import type { Subject } from './askNumbers.ts';
import { ExportClicks } from './ExportClicks.tsx';
import { readFacts } from './factsOfUrl.ts';
import { HoursCard } from './HoursCard.tsx';
import { Notes } from './notes/Notes.tsx';
import type { NumbersWindow } from './numbersWindow.ts';
import { TopLinks } from './TopLinks.tsx';
import { useNow } from './useHours.ts';

interface LiveAnalyticsProps {
  readonly subject: Subject;
  readonly window: NumbersWindow;
  readonly onWindow: (window: NumbersWindow) => void;
  readonly data: Analytics;
  /** What it is compared with. */
  readonly before: Analytics | undefined;
}

/** The numbers of a project or a link, which can be asked further. */
export function LiveAnalytics({ subject, window, onWindow, data, before }: LiveAnalyticsProps) {
  const { projectId } = subject;
  const known = useQuery(ask(listAnnotations, { params: { projectId } }));
  const annotations = known.data?.annotations ?? [];
  return (
    <AnalyticsView
      data={data}
      before={before}
      annotations={annotations}
      onChoose={(facts) => onWindow({ ...window, ...facts })}
      now={<Now subject={subject} window={window} />}
      notes={<Notes projectId={projectId} data={data} annotations={annotations} />}
      links={
        subject.linkId === undefined && (
          <TopLinks projectId={projectId} data={data} before={before} facts={readFacts(window)} />
        )
      }
      hours={<HoursCard subject={subject} window={window} />}
      more={<ExportClicks subject={subject} data={data} facts={readFacts(window)} />}
    />
  );
}

/** Who is here now. */
function Now({ subject, window }: Pick<LiveAnalyticsProps, 'subject' | 'window'>) {
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
