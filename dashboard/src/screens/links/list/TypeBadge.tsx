import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { Badge } from '@mantine/core';

export function TypeBadge({ type }: { readonly type: ProjectLink['type'] }) {
  return (
    <Badge variant="light" color={type === 'dynamic' ? 'harbour' : 'gray'} size="sm">
      {type === 'dynamic' ? 'Dynamic' : 'Unified'}
    </Badge>
  );
}
