import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { useRights } from '../../../api/project.ts';
import { Waiting } from '../../../parts/states.tsx';

const CostsForm = lazy(async () => ({ default: (await import('./CostsForm.tsx')).CostsForm }));

/** Opens a dialog that stores what links and campaigns have cost. */
export function AddCosts() {
  const { admin } = useRights();
  const [opened, { open, close }] = useDisclosure(false);
  if (!admin) return null;
  return (
    <>
      <Button variant="default" onClick={open}>
        Add costs
      </Button>
      <Modal opened={opened} onClose={close} title="Add costs" centered>
        <Suspense fallback={<Waiting rows={2} height={60} />}>
          <CostsForm onClose={close} />
        </Suspense>
      </Modal>
    </>
  );
}
