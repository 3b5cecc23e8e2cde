import { LIMITS } from '@fairlead/contract/limits';
import { getLinkReach } from '@fairlead/contract/operations/builds';
import {
  deleteProjectLink,
  getProjectLink,
  listProjectLinks,
  type ProjectLink,
  updateProjectLink,
} from '@fairlead/contract/operations/dashboard/links';
import { ActionIcon, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useRights } from '../../../api/project.ts';
import { ask, useWrite } from '../../../api/queries.ts';
import { useOnShortcut } from '../../../frame/shortcuts/useOnShortcut.ts';
import { copyText } from '../../../parts/copyText.ts';
import { confirm } from '../../../parts/dialogs/confirm.tsx';
import { CopyField } from '../../../parts/Copy.tsx';
import { ButtonLink } from '../../../parts/links.tsx';
import { Page } from '../../../parts/Page.tsx';
import { showUndo } from '../../../parts/dialogs/showUndo.tsx';
import { Loaded, Waiting } from '../../../parts/states.tsx';
import { OutOfReach } from '../folders/OutOfReach.tsx';
import { useMayEdit } from '../folders/useFolders.ts';
import { ReachNote } from '../reach/ReachNote.tsx';
import { LinkContent } from './LinkContent.tsx';
import { LinkReady } from './LinkReady.tsx';
import { QrButton } from '../qr/QrButton.tsx';
import { readLinkTab } from './linkTabs.ts';
import { valuesOf } from '../form/linkValues.ts';
import { NameTemplate } from '../templates/NameTemplate.tsx';
import { templateOf } from '../templates/templateValues.ts';
import { useRestore } from '../many/useRestore.ts';

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
      {data && admin && <OutOfReach link={data} />}
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

function Changes({ link }: { readonly link: ProjectLink }) {
  const name = link.name ?? link.slug;
  const params = useParams({ from: '/signedIn/p/$projectId/links/$linkId' });
  const navigate = useNavigate();
  const { admin } = useRights();
  const mayEdit = useMayEdit(link);
  const restore = useRestore();
  const [keeping, setKeeping] = useState(false);
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
  if (!mayEdit) return null;
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
          <Menu.Item
            onClick={() =>
              void navigate({
                to: '/p/$projectId/links/new',
                params,
                search: { from: params.linkId },
              })
            }
          >
            Duplicate…
          </Menu.Item>
          {admin && <Menu.Item onClick={() => setKeeping(true)}>Save as template…</Menu.Item>}
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
      {keeping && (
        <NameTemplate
          named={{ fields: templateOf(valuesOf(link)) }}
          onClose={() => setKeeping(false)}
        />
      )}
    </>
  );
}
