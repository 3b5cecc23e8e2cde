import { LIMITS } from '@fairlead/contract/limits';
import {
  deleteProjectLink,
  getProjectLink,
  listProjectLinks,
  type ProjectLink,
  updateProjectLink,
  type UpdateProjectLinkRequest,
} from '@fairlead/contract/operations/dashboard/links';
import { ActionIcon, Menu } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useRights } from '../../../api/project.ts';
import { foresee, useWrite } from '../../../api/queries.ts';
import { confirm } from '../../../parts/dialogs/confirm.tsx';
import { showUndo } from '../../../parts/dialogs/showUndo.tsx';
import { ButtonLink } from '../../../parts/links.tsx';
import { useMayEdit } from '../folders/useFolders.ts';
import { valuesOf } from '../form/linkValues.ts';
import { useRestore } from '../many/useRestore.ts';
import { needsApproval, usePrintedChange } from '../printed/usePrintedChange.ts';
import { NameTemplate } from '../templates/NameTemplate.tsx';
import { templateOf } from '../templates/templateValues.ts';

/** What can be done with a link, on its page. */
export function LinkActions({ link }: { readonly link: ProjectLink }) {
  const name = link.name ?? link.slug;
  const params = useParams({ from: '/signedIn/p/$projectId/links/$linkId' });
  const navigate = useNavigate();
  const { admin } = useRights();
  const mayEdit = useMayEdit(link);
  const restore = useRestore();
  const [keeping, setKeeping] = useState(false);
  const leave = () => {
    showUndo(`The link ${name} was deleted.`, () => restore([params.linkId]));
    return navigate({ to: '/p/$projectId/links', params });
  };
  const remove = useWrite(deleteProjectLink, {
    changes: [listProjectLinks],
    onDone: leave,
  });
  const archive = useWrite(updateProjectLink, {
    changes: [listProjectLinks, getProjectLink],
    foresees: foresee(getProjectLink, (shown, { body: { archived = shown.archived } }) =>
      shown.id === link.id ? { ...shown, archived } : shown,
    ),
    done: ({ archived }) => (archived ? `${name} is archived.` : `${name} is out of the archive.`),
  });
  const printed = usePrintedChange(link.id);
  const removal = usePrintedChange(link.id, { onDone: (made) => made && leave() });
  const mark = useWrite(updateProjectLink, {
    changes: [listProjectLinks, getProjectLink],
    done: `${name} is marked as printed.`,
  });
  if (!mayEdit) return null;
  const change = (body: UpdateProjectLinkRequest) =>
    needsApproval(link, body) ? printed.propose(body) : archive.mutate({ params, body });
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
            loading={[remove, mark, printed, removal].some(({ isPending }) => isPending)}
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
          <Menu.Item onClick={() => void change({ archived: !link.archived })}>
            {link.archived ? 'Take out of the archive' : 'Archive'}
          </Menu.Item>
          <Menu.Item
            onClick={() =>
              link.printed
                ? void printed.propose({ printed: false })
                : confirm({
                    title: `Mark ${name} as printed?`,
                    text: 'For links whose code is on paper. From then on, another owner or admin approves each change of what the link leads to, its expiry, its archiving and its deletion; API keys and changes of many links cannot make such changes.',
                    yes: 'Mark as printed',
                    harmless: true,
                    onYes: () => mark.mutate({ params, body: { printed: true } }),
                  })
            }
          >
            {link.printed ? 'Not printed any more…' : 'Mark as printed…'}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            c="var(--mantine-color-error)"
            onClick={() => {
              if (needsApproval(link, null)) {
                void removal.propose(null);
                return;
              }
              confirm({
                title: `Delete the link ${name}?`,
                text: `Visitors then get a “not found” page, also from printed QR codes. You can restore it for ${LIMITS.trashDays} days.`,
                yes: 'Delete link',
                onYes: () => remove.mutate({ params }),
              });
            }}
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
