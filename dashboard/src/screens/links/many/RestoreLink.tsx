import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { Button } from '@mantine/core';
import { useRights } from '../../../api/project.ts';
import { useRestore } from './useRestore.ts';

/** Brings a deleted link back. */
export function RestoreLink({ link }: { readonly link: ProjectLink }) {
  const { admin } = useRights();
  const restore = useRestore();
  if (!admin) return null;
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
