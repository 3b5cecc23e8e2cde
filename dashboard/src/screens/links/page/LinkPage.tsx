import { LIMITS } from '@fairlead/contract/limits';
import { getLinkReach } from '@fairlead/contract/operations/builds';
import {
  deleteProjectLink,
  getProjectLink,
  listProjectLinks,
  type ProjectLink,
  updateProjectLink,
} from '@fairlead/contract/operations/dashboard/links';
import { ActionIcon, Menu, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { useRights } from '../../../api/project.ts';
import { ask, useWrite } from '../../../api/queries.ts';
import { confirm } from '../../../parts/dialogs/confirm.tsx';
import { CopyField } from '../../../parts/Copy.tsx';
import { ButtonLink } from '../../../parts/links.tsx';
import { Page } from '../../../parts/Page.tsx';
import { showUndo } from '../../../parts/dialogs/showUndo.tsx';
import { Loaded, Waiting } from '../../../parts/states.tsx';
import { ReachNote } from '../reach/ReachNote.tsx';
import { LinkDetails } from './LinkDetails.tsx';
import { LinkHistory } from './LinkHistory.tsx';
import { LinkNumbers } from './LinkNumbers.tsx';
import { LinkReceipts } from './LinkReceipts.tsx';
import { LiveClicks } from './LiveClicks.tsx';
import { LinkReady } from './LinkReady.tsx';
import { QrMenu } from './QrMenu.tsx';
import { ResultsTab } from '../results/ResultsTab.tsx';
import { readLinkTab } from './linkTabs.ts';
import { VisitorsTab } from './VisitorsTab.tsx';
import { useRestore } from '../many/useRestore.ts';

export function LinkPage() {
  const params = useParams({ from: '/signedIn/p/$projectId/links/$linkId' });
  const { tab = 'numbers', created } = useSearch({ from: '/signedIn/p/$projectId/links/$linkId' });
  const navigate = useNavigate();
  const link = useQuery(ask(getProjectLink, { params }));
  const reach = useQuery(ask(getLinkReach, { params }));
  const data = link.data;
  return (
    <Page
      title={data ? (data.name ?? data.slug) : 'Link'}
      about={data && <CopyField value={data.shortUrl} label="the short link" />}
      actions={
        data && (
          <>
            <QrMenu shortUrl={data.shortUrl} />
            <Changes link={data} />
          </>
        )
      }
    >
      {data && created && (
        <LinkReady
          link={data}
          onDone={() =>
            void navigate({
              to: '/p/$projectId/links/$linkId',
              params,
              search: {},
              replace: true,
            })
          }
        />
      )}
      {data && reach.data && <ReachNote reach={reach.data} />}
      <Loaded query={link} waiting={<Waiting rows={4} height={120} />}>
        {(loaded) => (
          <Tabs
            value={tab}
            keepMounted={false}
            onChange={(next) =>
              void navigate({
                to: '/p/$projectId/links/$linkId',
                params,
                search: readLinkTab({ tab: next }),
                replace: true,
              })
            }
          >
            <Tabs.List mb="md" className="tabs">
              <Tabs.Tab value="numbers">Numbers</Tabs.Tab>
              <Tabs.Tab value="clicks">Latest visits</Tabs.Tab>
              <Tabs.Tab value="receipts">First opens</Tabs.Tab>
              <Tabs.Tab value="flow">What visitors get</Tabs.Tab>
              {(loaded.rules.length > 0 || loaded.variants !== null) && (
                <Tabs.Tab value="results">Results</Tabs.Tab>
              )}
              <Tabs.Tab value="details">Details</Tabs.Tab>
              <Tabs.Tab value="history">History</Tabs.Tab>
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
              <VisitorsTab link={loaded} params={params} />
            </Tabs.Panel>
            <Tabs.Panel value="results">
              <ResultsTab link={loaded} />
            </Tabs.Panel>
            <Tabs.Panel value="details">
              <LinkDetails link={loaded} />
            </Tabs.Panel>
            <Tabs.Panel value="history">
              <LinkHistory params={params} link={loaded} />
            </Tabs.Panel>
          </Tabs>
        )}
      </Loaded>
    </Page>
  );
}

function Changes({ link }: { readonly link: ProjectLink }) {
  const name = link.name ?? link.slug;
  const params = useParams({ from: '/signedIn/p/$projectId/links/$linkId' });
  const navigate = useNavigate();
  const { admin } = useRights();
  const restore = useRestore();
  const remove = useWrite(deleteProjectLink, {
    changes: [listProjectLinks],
    onDone: () => {
      showUndo(`The link ${name} was deleted.`, () => restore([params.linkId]));
      return navigate({ to: '/p/$projectId/links', params });
    },
  });
  const archive = useWrite(updateProjectLink, {
    changes: [listProjectLinks, getProjectLink],
    done: ({ archived }) => (archived ? `${name} is archived.` : `${name} is out of the archive.`),
  });
  if (!admin) return null;
  return (
    <>
      <ButtonLink to="/p/$projectId/links/$linkId/edit" params={params} variant="default">
        Edit
      </ButtonLink>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={36}
            aria-label="More for this link"
            loading={remove.isPending || archive.isPending}
            // Apart from Edit: a slip must not delete.
            ml="md"
          >
            <Ellipsis size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => archive.mutate({ params, body: { archived: !link.archived } })}>
            {link.archived ? 'Take out of the archive' : 'Archive'}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            c="var(--mantine-color-error)"
            onClick={() =>
              confirm({
                title: `Delete the link ${name}?`,
                text: `Visitors then get a “not found” page, also from printed QR codes. You can restore it for ${LIMITS.trashDays} days.`,
                yes: 'Delete link',
                onYes: () => remove.mutate({ params }),
              })
            }
          >
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
