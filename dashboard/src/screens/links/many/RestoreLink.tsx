import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { Button } from '@mantine/core';
import { useMayEdit } from '../folders/useFolders.ts';
import { useRestore } from './useRestore.ts';

/** Brings a deleted link back. */
export function RestoreLink({ link }: { readonly link: ProjectLink }) {
  const mayEdit = useMayEdit(link);
  const restore = useRestore();
  if (!mayEdit) return null;
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={`Restore ${link.name ?? link.slug}`}
      onClick={() => restore([link.id])}
    >
      Restore
    </Button>
  );
}
