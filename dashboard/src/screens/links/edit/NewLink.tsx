import { listFolders } from '@fairlead/contract/operations/dashboard/folders';
import {
  createProjectLink,
  getProjectLink,
  listProjectLinks,
} from '@fairlead/contract/operations/dashboard/links';
import { listTags } from '@fairlead/contract/operations/dashboard/tags';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useProjectId, useRights } from '../../../api/project.ts';
import { ask, useWrite } from '../../../api/queries.ts';
import { Card } from '../../../parts/Card.tsx';
import { ButtonLink } from '../../../parts/links.tsx';
import { Page } from '../../../parts/Page.tsx';
import { Empty, Loaded, Waiting } from '../../../parts/states.tsx';
import { NoReach } from '../folders/OutOfReach.tsx';
import { useLinkRights } from '../folders/useFolders.ts';
import { LinkForm } from '../form/LinkForm.tsx';
import { creationOf, duplicateOf, type LinkValues, NEW_LINK } from '../form/linkValues.ts';
import { NameTemplate } from '../templates/NameTemplate.tsx';
import { TemplatesMenu } from '../templates/TemplatesMenu.tsx';
import { templateOf, valuesOfTemplate } from '../templates/templateValues.ts';
import { useTemplates } from '../templates/useTemplates.ts';
import { useVerifiedHosts } from '../form/useVerifiedHosts.ts';

export function NewLink() {
  const projectId = useProjectId();
  const { from, template: templateId } = useSearch({ from: '/signedIn/p/$projectId/links/new' });
  const original = useQuery({
    ...ask(getProjectLink, { params: { projectId, linkId: from ?? '' } }),
    enabled: from !== undefined,
  });
  const hosts = useVerifiedHosts();
  const link = original.data;
  return (
    <Page
      title={link ? `Duplicate of ${link.name ?? link.slug}` : 'New link'}
      actions={from === undefined && <ChooseTemplate chosen={templateId} />}
    >
      <NoReach />
      {hosts === undefined && <Waiting rows={3} height={160} />}
      {hosts?.length === 0 && <NoDomain />}
      {hosts !== undefined && hosts.length > 0 && from === undefined && (
        <FromTemplate wanted={templateId} />
      )}
      {hosts !== undefined && hosts.length > 0 && from !== undefined && (
        <Loaded query={original} waiting={<Waiting rows={3} height={160} />}>
          {(loaded) => <NewLinkForm key={loaded.id} initial={duplicateOf(loaded)} />}
        </Loaded>
      )}
    </Page>
  );
}

/** For those who can create links. */
function ChooseTemplate({ chosen: id }: { readonly chosen: string | undefined }) {
  const projectId = useProjectId();
  const rights = useLinkRights();
  const navigate = useNavigate();
  const templates = useTemplates().data?.templates ?? [];
  if (rights?.some !== true) return null;
  return (
    <TemplatesMenu
      templates={templates}
      chosen={templates.find((template) => template.id === id)}
      onChoose={(chosen) =>
        void navigate({
          to: '/p/$projectId/links/new',
          params: { projectId },
          search: chosen === undefined ? {} : { template: chosen.id },
        })
      }
    />
  );
}

/** An empty form without a template, or if it has been deleted meanwhile. */
function FromTemplate({ wanted }: { readonly wanted: string | undefined }) {
  const query = useTemplates();
  if (wanted === undefined) return <NewLinkForm initial={NEW_LINK} />;
  return (
    <Loaded query={query} waiting={<Waiting rows={3} height={160} />}>
      {({ templates }) => {
        const template = templates.find(({ id }) => id === wanted);
        const initial = template === undefined ? NEW_LINK : valuesOfTemplate(template.fields);
        return <NewLinkForm key={wanted} initial={initial} />;
      }}
    </Loaded>
  );
}

function NewLinkForm({ initial }: { readonly initial: LinkValues }) {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const { admin } = useRights();
  const [kept, setKept] = useState<LinkValues>();
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
  const form = (
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
      {...(admin && { onTemplate: setKept })}
    />
  );
  return (
    <>
      {form}
      {kept && (
        <NameTemplate named={{ fields: templateOf(kept) }} onClose={() => setKept(undefined)} />
      )}
    </>
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
