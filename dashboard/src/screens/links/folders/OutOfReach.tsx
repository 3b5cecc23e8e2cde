import { Alert } from '@mantine/core';
import { ViewerNote } from '../../../parts/ViewerNote.tsx';
import { useFolders, useLinkRights } from './useFolders.ts';

/** Tells people why they cannot change a link; nothing if they can. */
export function OutOfReach({ link }: { readonly link: { readonly folder: string | null } }) {
  const rights = useLinkRights();
  const folder = useFolders()?.find(({ id }) => id === link.folder);
  if (rights === undefined || rights.mayEdit(link.folder)) return null;
  if (folder?.locked !== true) return <ViewerNote />;
  return (
    <Alert color="yellow">
      The folder of this link is locked. The owner of the project and the editors of the folder can
      make changes.
    </Alert>
  );
}

/** Tells people why they can create no link; nothing if they can. */
export function NoReach() {
  return useLinkRights()?.some === false && <ViewerNote />;
}
