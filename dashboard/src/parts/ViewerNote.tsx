import { Alert } from '@mantine/core';
import { useRights } from '../api/project.ts';

/** Why a viewer finds fields and nothing to save them by. */
export function ViewerNote() {
  const { viewer } = useRights();
  if (!viewer) return null;
  return (
    <Alert color="yellow">
      You have view access. An admin or the owner of the project can make changes.
    </Alert>
  );
}
