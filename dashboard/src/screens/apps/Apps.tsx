import { useProject } from '../../api/project.ts';
import { ProjectHistory } from '../../parts/history/ProjectHistory.tsx';
import { Page } from '../../parts/Page.tsx';
import { Loaded, Waiting } from '../../parts/states.tsx';
import { ViewerNote } from '../../parts/ViewerNote.tsx';
import { AndroidForm } from './AndroidForm.tsx';
import { BuildCards } from './BuildCards.tsx';
import { IosForm } from './IosForm.tsx';
import { MetaKeyCard } from './MetaKeyCard.tsx';

export function Apps() {
  const project = useProject();
  return (
    <Page
      narrow
      title="Apps"
      actions={<ProjectHistory />}
      about="What iOS and Android need to trust your app with your links. Changes reach the association files at once."
    >
      <Loaded query={project} waiting={<Waiting rows={2} height={320} />}>
        {(settings) => (
          <>
            <ViewerNote />
            <IosForm settings={settings} />
            <AndroidForm settings={settings} />
            <MetaKeyCard />
            <BuildCards />
          </>
        )}
      </Loaded>
    </Page>
  );
}
