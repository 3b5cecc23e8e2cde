import { Upload } from 'lucide-react';
import { useProjectId } from '../../../api/project.ts';
import { ButtonLink } from '../../../parts/links.tsx';

/** The way to the import. */
export function ImportButton() {
  return (
    <ButtonLink
      to="/p/$projectId/links/import"
      params={{ projectId: useProjectId() }}
      variant="default"
      leftSection={<Upload size={16} />}
    >
      Import
    </ButtonLink>
  );
}
