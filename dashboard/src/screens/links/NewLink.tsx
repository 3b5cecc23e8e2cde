import { createProjectLink, listProjectLinks } from '@fairlead/contract/operations/dashboard/links';
import { listDomains } from '@fairlead/contract/operations/dashboard/domains';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useProjectId } from '../../api/project.ts';
import { ask, useWrite } from '../../api/queries.ts';
import { ButtonLink, TextLink } from '../../parts/links.tsx';
import { Page } from '../../parts/Page.tsx';
import { ViewerNote } from '../../parts/ViewerNote.tsx';
import { LinkForm } from './LinkForm.tsx';
import { creationOf, NEW_LINK } from './linkValues.ts';

export function NewLink() {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const { data } = useQuery(ask(listDomains, { params: { projectId } }));
  const create = useWrite(createProjectLink, {
    quiet: true,
    changes: [listProjectLinks],
    done: ({ shortUrl }) => `${shortUrl} is ready.`,
    onDone: ({ id }) =>
      navigate({ to: '/p/$projectId/links/$linkId', params: { projectId, linkId: id } }),
  });
  const homeless = data !== undefined && data.domains.every(({ status }) => status === 'pending');
  return (
    <Page title="New link">
      {homeless && (
        <Alert color="yellow" title="A verified domain comes first">
          Links live on a domain of yours.{' '}
          <TextLink to="/p/$projectId/domains" params={{ projectId }}>
            Add a domain and verify it
          </TextLink>
          , then come back.
        </Alert>
      )}
      <ViewerNote />
      <LinkForm
        initial={NEW_LINK}
        save="Create the link"
        saving={create.isPending}
        error={create.error}
        onSave={(values) => create.mutate({ params: { projectId }, body: creationOf(values) })}
        cancel={
          <ButtonLink to="/p/$projectId/links" params={{ projectId }} variant="default">
            Cancel
          </ButtonLink>
        }
      />
    </Page>
  );
}
