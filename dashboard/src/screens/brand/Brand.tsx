import { getBrand } from '@fairlead/contract/operations/dashboard/brand';
import { useQuery } from '@tanstack/react-query';
import { useProjectId } from '../../api/project.ts';
import { ask } from '../../api/queries.ts';
import { ProjectHistory } from '../../parts/history/ProjectHistory.tsx';
import { Page } from '../../parts/Page.tsx';
import { Loaded, Waiting } from '../../parts/states.tsx';
import { ViewerNote } from '../../parts/ViewerNote.tsx';
import { BrandForm } from './BrandForm.tsx';

export function Brand() {
  const settings = useQuery(ask(getBrand, { params: { projectId: useProjectId() } }));
  return (
    <Page
      title="Brand"
      about="How pages look that visitors of your links see, and mails about the project."
      actions={<ProjectHistory />}
    >
      <Loaded query={settings} waiting={<Waiting rows={2} height={280} />}>
        {(loaded) => (
          <>
            <ViewerNote />
            <BrandForm {...loaded} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
