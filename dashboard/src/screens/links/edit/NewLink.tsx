import { listFolders } from '@fairlead/contract/operations/dashboard/folders';
import {
  createProjectLink,
  getProjectLink,
  listProjectLinks,
} from '@fairlead/contract/operations/dashboard/links';
import { listTags } from '@fairlead/contract/operations/dashboard/tags';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useProjectId } from '../../../api/project.ts';
import { ask, useWrite } from '../../../api/queries.ts';
import { Card } from '../../../parts/Card.tsx';
import { ButtonLink } from '../../../parts/links.tsx';
import { Page } from '../../../parts/Page.tsx';
import { Empty, Loaded, Waiting } from '../../../parts/states.tsx';
import { ViewerNote } from '../../../parts/ViewerNote.tsx';
import { LinkForm } from '../form/LinkForm.tsx';
import { creationOf, duplicateOf, type LinkValues, NEW_LINK } from '../form/linkValues.ts';
import { useVerifiedHosts } from '../form/useVerifiedHosts.ts';

export function NewLink() {
  const projectId = useProjectId();
  const { from } = useSearch({ from: '/signedIn/p/$projectId/links/new' });
  const original = useQuery({
    ...ask(getProjectLink, { params: { projectId, linkId: from ?? '' } }),
    enabled: from !== undefined,
  });
  const hosts = useVerifiedHosts();
  const link = original.data;
  return (
    <Page title={link ? `Duplicate of ${link.name ?? link.slug}` : 'New link'}>
      <ViewerNote />
      {hosts === undefined && <Waiting rows={3} height={160} />}
      {hosts?.length === 0 && <NoDomain />}
      {hosts !== undefined && hosts.length > 0 && from === undefined && (
        <NewLinkForm initial={NEW_LINK} />
      )}
      {hosts !== undefined && hosts.length > 0 && from !== undefined && (
        <Loaded query={original} waiting={<Waiting rows={3} height={160} />}>
          {(loaded) => <NewLinkForm key={loaded.id} initial={duplicateOf(loaded)} />}
        </Loaded>
      )}
    </Page>
  );
}

function NewLinkForm({ initial }: { readonly initial: LinkValues }) {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const create = useWrite(createProjectLink, {
    quiet: true,
    changes: [listProjectLinks, listTags, listFolders],
    onDone: ({ id, ruleNotes }) =>
      navigate({
        to: '/p/$projectId/links/$linkId',
        params: { projectId, linkId: id },
        // What is worth knowing about the rules is shown there.
        search: { created: true, ...(ruleNotes.length > 0 && { tab: 'flow' }) },
      }),
  });
  return (
    <LinkForm
      initial={initial}
      save="Create link"
      saving={create.isPending}
      error={create.error}
      onSave={(values) => create.mutate({ params: { projectId }, body: creationOf(values) })}
      cancel={
        <ButtonLink to="/p/$projectId/links" params={{ projectId }} variant="default">
          Cancel
        </ButtonLink>
      }
    />
  );
}

/** Shown instead of a form that could not be submitted. */
function NoDomain() {
  const projectId = useProjectId();
  return (
    <Card>
      <Empty
        title="Verify a domain first"
        action={
          <ButtonLink to="/p/$projectId/domains" params={{ projectId }}>
            Go to Domains
          </ButtonLink>
        }
      >
        Links live on a domain of yours, such as go.example.com. This project has no verified one
        yet.
      </Empty>
    </Card>
  );
}
