import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { useRights } from '../../../api/project.ts';
import { Waiting } from '../../../parts/states.tsx';
import type { DeletionScope } from './DeleteEventsForm.tsx';

const DeleteEventsForm = lazy(async () => ({
  default: (await import('./DeleteEventsForm.tsx')).DeleteEventsForm,
}));

/** Opens a dialog that shows which events would be deleted, and deletes them. */
export function DeleteEvents(scope: DeletionScope) {
  const { admin } = useRights();
  const [opened, { open, close }] = useDisclosure(false);
  if (!admin) return null;
  return (
    <>
      <Button variant="default" onClick={open}>
        Delete events…
      </Button>
      <Modal opened={opened} onClose={close} title="Delete events" centered>
        <Suspense fallback={<Waiting rows={2} height={60} />}>
          <DeleteEventsForm {...scope} onClose={close} />
        </Suspense>
      </Modal>
    </>
  );
}
