import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { listLinkComments } from '@fairlead/contract/operations/dashboard/linkComments';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ask } from '../../../api/queries.ts';
import { count } from '../../../parts/format.ts';
import { Comments } from '../comments/Comments.tsx';
import { ResultsTab } from '../results/ResultsTab.tsx';
import { LinkDetails } from './LinkDetails.tsx';
import { LinkHistory } from './LinkHistory.tsx';
import { LinkNumbers } from './LinkNumbers.tsx';
import { LinkReceipts } from './LinkReceipts.tsx';
import type { LinkTab } from './linkTabs.ts';
import { LiveClicks } from './LiveClicks.tsx';
import { VisitorsTab } from './VisitorsTab.tsx';

interface Props {
  readonly link: ProjectLink;
  readonly tab: LinkTab;
  readonly onTab: (tab: string | null) => void;
}

/** What a link's page says below its head, by tabs. */
export function LinkContent({ link, tab, onTab }: Props) {
  const params = useParams({ from: '/signedIn/p/$projectId/links/$linkId' });
  const list = useRef<HTMLDivElement>(null);
  // On a phone, the tab that a URL names may be beyond the edge of the list.
  useEffect(() => {
    const chosen = list.current?.querySelector('[aria-selected="true"]');
    chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [tab]);
  const said = useQuery(ask(listLinkComments, { params })).data?.comments.length ?? 0;
  const isLed = link.rules.length > 0 || link.variants !== null;
  return (
    <Tabs value={tab} keepMounted={false} onChange={onTab}>
      <Tabs.List mb="md" className="tabs" ref={list}>
        <Tabs.Tab value="numbers">Numbers</Tabs.Tab>
        <Tabs.Tab value="clicks">Latest visits</Tabs.Tab>
        <Tabs.Tab value="receipts">First opens</Tabs.Tab>
        <Tabs.Tab value="flow">What visitors get</Tabs.Tab>
        {isLed && <Tabs.Tab value="results">Results</Tabs.Tab>}
        <Tabs.Tab value="details">Details</Tabs.Tab>
        <Tabs.Tab value="history">History</Tabs.Tab>
        <Tabs.Tab value="comments">{said > 0 ? `Comments (${count(said)})` : 'Comments'}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="numbers">
        <LinkNumbers params={params} />
      </Tabs.Panel>
      <Tabs.Panel value="clicks">
        <LiveClicks params={params} />
      </Tabs.Panel>
      <Tabs.Panel value="receipts">
        <LinkReceipts params={params} />
      </Tabs.Panel>
      <Tabs.Panel value="flow">
        <VisitorsTab link={link} params={params} />
      </Tabs.Panel>
      <Tabs.Panel value="results">
        <ResultsTab link={link} />
      </Tabs.Panel>
      <Tabs.Panel value="details">
        <LinkDetails link={link} />
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <LinkHistory params={params} link={link} />
      </Tabs.Panel>
      <Tabs.Panel value="comments">
        <Comments params={params} />
      </Tabs.Panel>
    </Tabs>
  );
}
