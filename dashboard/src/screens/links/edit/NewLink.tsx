import { createProjectLink, listProjectLinks } from '@fairlead/contract/operations/dashboard/links';
import { listTags } from '@fairlead/contract/operations/dashboard/tags';
import { useNavigate } from '@tanstack/react-router';
import { useProjectId } from '../../../api/project.ts';
import { useWrite } from '../../../api/queries.ts';
import { Card } from '../../../parts/Card.tsx';
import { ButtonLink } from '../../../parts/links.tsx';
import { Page } from '../../../parts/Page.tsx';
import { Empty, Waiting } from '../../../parts/states.tsx';
import { ViewerNote } from '../../../parts/ViewerNote.tsx';
import { LinkForm } from '../form/LinkForm.tsx';
import { creationOf, NEW_LINK } from '../form/linkValues.ts';
import { useVerifiedHosts } from '../form/useVerifiedHosts.ts';

export function NewLink() {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const create = useWrite(createProjectLink, {
    quiet: true,
    changes: [listProjectLinks, listTags],
    onDone: ({ id, ruleNotes }) =>
      navigate({
        to: '/p/$projectId/links/$linkId',
        params: { projectId, linkId: id },
        // What is worth knowing about the rules is shown there.
        search: { created: true, ...(ruleNotes.length > 0 && { tab: 'flow' }) },
      }),
  });
  const hosts = useVerifiedHosts();
  return (
    <Page title="New link">
      <ViewerNote />
      {hosts === undefined && <Waiting rows={3} height={160} />}
      {hosts?.length === 0 && <NoDomain />}
      {hosts !== undefined && hosts.length > 0 && (
        <LinkForm
          initial={NEW_LINK}
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
      )}
    </Page>
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
