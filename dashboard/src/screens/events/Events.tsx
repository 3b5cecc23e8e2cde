import { Tabs } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { useNumbersWindow } from '../../numbers/useNumbersWindow.ts';
import { WindowChoice } from '../../numbers/WindowChoice.tsx';
import { Page } from '../../parts/Page.tsx';
import { Waiting } from '../../parts/states.tsx';
import { LinkSelect } from '../installations/LinkSelect.tsx';
import { EventNumbers } from './EventNumbers.tsx';
import { useEventsChoice } from './eventsSearch.ts';

const Cohorts = lazy(async () => ({ default: (await import('./Cohorts.tsx')).Cohorts }));
const Funnel = lazy(async () => ({ default: (await import('./Funnel.tsx')).Funnel }));

const TABS = ['events', 'cohorts', 'funnel'] as const;

/** What people did after a link had brought them: events and revenue, who stays, and who gets how far. */
export function Events() {
  const [choice, change] = useEventsChoice();
  const [window, choose] = useNumbersWindow();
  const tab = TABS.find((known) => known === choice.tab) ?? 'events';
  return (
    <Page
      title="Events"
      about="What people did in your app, and what it earned. Your app and your server send the events."
      actions={
        <>
          <LinkSelect
            label={undefined}
            aria-label="Only of a link"
            placeholder="All links"
            value={choice.link ?? null}
            onChange={(link) => change({ link })}
            clearable
            clearButtonProps={{ 'aria-label': 'Show all links', 'aria-hidden': false, tabIndex: 0 }}
            w={200}
          />
          <WindowChoice value={window} onChange={choose} isCompared={false} />
        </>
      }
    >
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => change({ tab: next === 'events' ? undefined : next })}
      >
        <Tabs.List mb="md" className="tabs">
          <Tabs.Tab value="events">Revenue and events</Tabs.Tab>
          <Tabs.Tab value="cohorts">Cohorts</Tabs.Tab>
          <Tabs.Tab value="funnel">Funnel</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="events">
          <EventNumbers />
        </Tabs.Panel>
        <Tabs.Panel value="cohorts">
          <Later>
            <Cohorts />
          </Later>
        </Tabs.Panel>
        <Tabs.Panel value="funnel">
          <Later>
            <Funnel />
          </Later>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

const Later = ({ children }: { readonly children: ReactNode }) => (
  <Suspense fallback={<Waiting rows={3} height={140} />}>{children}</Suspense>
);
