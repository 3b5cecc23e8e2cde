import { Alert } from '@mantine/core';
import { useRights } from '../api/project.ts';

/** Tells viewers why they cannot save the fields. */
export function ViewerNote() {
  const { viewer } = useRights();
  if (!viewer) return null;
  return (
    <Alert color="yellow">
      You have view access. An admin or the owner of the project can make changes.
    </Alert>
  );
}
