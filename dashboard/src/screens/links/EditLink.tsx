import {
  getProjectLink,
  listProjectLinks,
  updateProjectLink,
} from '@fairlead/contract/operations/dashboard/links';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ask, useWrite } from '../../api/queries.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { Page } from '../../parts/Page.tsx';
import { Loaded, Waiting } from '../../parts/states.tsx';
import { ViewerNote } from '../../parts/ViewerNote.tsx';
import { LinkForm } from './LinkForm.tsx';
import { updateOf, valuesOf } from './linkValues.ts';

export function EditLink() {
  const params = useParams({ from: '/signedIn/p/$projectId/links/$linkId/edit' });
  const navigate = useNavigate();
  const link = useQuery(ask(getProjectLink, { params }));
  const back = { to: '/p/$projectId/links/$linkId', params } as const;
  const save = useWrite(updateProjectLink, {
    quiet: true,
    changes: [getProjectLink, listProjectLinks],
    done: 'Link saved.',
    onDone: () => navigate(back),
  });
  return (
    <Page
      title={link.data ? `Edit ${link.data.name ?? link.data.slug}` : 'Edit link'}
      about={link.data?.shortUrl}
    >
      <ViewerNote />
      <Loaded query={link} waiting={<Waiting rows={3} height={160} />}>
        {(data) => (
          <LinkForm
            initial={valuesOf(data)}
            link={data}
            save="Save changes"
            saving={save.isPending}
            error={save.error}
            onSave={(values) => save.mutate({ params, body: updateOf(values) })}
            cancel={
              <ButtonLink {...back} variant="default">
                Cancel
              </ButtonLink>
            }
          />
        )}
      </Loaded>
    </Page>
  );
}
