import { restoreProjectLinks } from '@fairlead/contract/operations/dashboard/linkBulk';
import { getProjectLink, listProjectLinks } from '@fairlead/contract/operations/dashboard/links';
import { notifications } from '@mantine/notifications';
import { useProjectId } from '../../../api/project.ts';
import { useWrite } from '../../../api/queries.ts';
import { counted } from '../../../parts/format.ts';

/** Restores links that were just deleted; says which cannot be restored and why. */
export function useRestore(): (ids: readonly string[]) => void {
  const projectId = useProjectId();
  const restore = useWrite(restoreProjectLinks, {
    changes: [listProjectLinks, getProjectLink],
    onDone: ({ restored, refused }) => {
      if (restored > 0) {
        notifications.show({ message: `${counted(restored, 'link is', 'links are')} back.` });
      }
      const [first] = refused;
      if (first === undefined) return;
      const others = refused.length > 1 ? ` So do ${refused.length - 1} more.` : '';
      notifications.show({
        color: 'red',
        title: `${counted(refused.length, 'link', 'links')} could not be brought back`,
        message: `${first.slug} stays deleted: ${first.message}.${others}`,
        autoClose: false,
      });
    },
  });
  return (ids) => restore.mutate({ params: { projectId }, body: { ids: [...ids] } });
}
