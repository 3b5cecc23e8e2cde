import { getProjectAnalytics } from '@fairlead/contract/operations/analytics';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useProjectId } from '../../api/project.ts';
import { ask } from '../../api/queries.ts';
import { AnalyticsView } from '../../numbers/AnalyticsView.tsx';
import { NumberTiles } from '../../numbers/NumberTiles.tsx';
import { PeriodChoice, TIME_ZONE } from '../../numbers/period.tsx';
import { duration } from '../../parts/format.ts';
import { Page } from '../../parts/Page.tsx';
import { Loaded, Waiting } from '../../parts/states.tsx';

/** Milliseconds between refreshes of the numbers while someone is watching. */
const LOOK_AGAIN = 15_000;

export function Analytics() {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const { period = '30d' } = useSearch({ from: '/signedIn/p/$projectId/analytics' });
  const numbers = useQuery({
    ...ask(getProjectAnalytics, {
      params: { projectId },
      query: { period, timeZone: TIME_ZONE },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN,
  });
  return (
    <Page
      title="Analytics"
      about="Visits by people. Social previews and bots are counted separately."
      actions={
        <PeriodChoice
          value={period}
          onChange={(next) =>
            void navigate({
              to: '/p/$projectId/analytics',
              params: { projectId },
              search: { period: next },
              replace: true,
            })
          }
        />
      }
    >
      <Loaded query={numbers} waiting={<Waiting rows={3} height={180} />}>
        {(data) => (
          <>
            <NumberTiles
              tiles={[
                { label: 'Clicks', value: data.totals.clicks, about: 'Visits by people.' },
                {
                  label: 'Visitors',
                  value: data.totals.uniqueVisitors,
                  about: 'Unique people per day, added up over the days.',
                },
                {
                  label: 'Sessions',
                  value: data.totals.sessions ?? 0,
                  about: 'Times your app was used.',
                },
                {
                  label: 'Average session',
                  value: meanSession(data.totals.sessionSeconds),
                  about: 'Length of the sessions that ended.',
                },
                {
                  label: 'Previews',
                  value: data.totals.previews,
                  about: 'Fetches by social networks for the card they show. Not clicks.',
                },
                {
                  label: 'Other bots',
                  value: data.totals.bots,
                  about: 'Scanners, prefetches and the like. Not clicks.',
                },
              ]}
            />
            <AnalyticsView data={data} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function meanSession(seconds: number | null | undefined): string {
  return seconds === null || seconds === undefined ? '–' : duration(seconds);
}
