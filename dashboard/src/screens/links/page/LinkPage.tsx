import { getLinkReach } from '@fairlead/contract/operations/builds';
import { getProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useRights } from '../../../api/project.ts';
import { ask } from '../../../api/queries.ts';
import { useOnShortcut } from '../../../frame/shortcuts/useOnShortcut.ts';
import { copyText } from '../../../parts/copyText.ts';
import { CopyField } from '../../../parts/Copy.tsx';
import { Page } from '../../../parts/Page.tsx';
import { Loaded, Waiting } from '../../../parts/states.tsx';
import { OutOfReach } from '../folders/OutOfReach.tsx';
import { useMayEdit } from '../folders/useFolders.ts';
import { ReachNote } from '../reach/ReachNote.tsx';
import { LinkContent } from './LinkContent.tsx';
import { LinkActions } from './LinkActions.tsx';
import { PrintedNotice } from '../printed/PrintedNotice.tsx';
import { LinkReady } from './LinkReady.tsx';
import { QrButton } from '../qr/QrButton.tsx';
import { readLinkTab } from './linkTabs.ts';

export function LinkPage() {
  const params = useParams({ from: '/signedIn/p/$projectId/links/$linkId' });
  const { tab = 'numbers', created } = useSearch({ from: '/signedIn/p/$projectId/links/$linkId' });
  const navigate = useNavigate();
  const link = useQuery(ask(getProjectLink, { params }));
  const reach = useQuery(ask(getLinkReach, { params }));
  const data = link.data;
  const { admin } = useRights();
  const mayEdit = useMayEdit(data);
  useOnShortcut({
    editLink: () => mayEdit && navigate({ to: '/p/$projectId/links/$linkId/edit', params }),
    copyLink: () => data && copyText(data.shortUrl),
  });
  return (
    <Page
      title={data ? (data.name ?? data.slug) : 'Link'}
      about={data && <CopyField value={data.shortUrl} label="the short link" />}
      actions={
        data && (
          <>
            <QrButton link={data} name="QR code" />
            <LinkActions link={data} />
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
      {data && admin && <OutOfReach link={data} />}
      {data && <PrintedNotice link={data} />}
      {data && reach.data && <ReachNote reach={reach.data} />}
      <Loaded query={link} waiting={<Waiting rows={4} height={120} />}>
        {(loaded) => (
          <LinkContent
            link={loaded}
            tab={tab}
            onTab={(next) =>
              void navigate({
                to: '/p/$projectId/links/$linkId',
                params,
                search: readLinkTab({ tab: next }),
                replace: true,
              })
            }
          />
        )}
      </Loaded>
    </Page>
  );
}
