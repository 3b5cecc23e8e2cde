import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Upload } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Waiting } from '../../parts/states.tsx';

const ImportLinks = lazy(async () => ({
  default: (await import('./ImportLinks.tsx')).ImportLinks,
}));

export function ImportButton() {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" leftSection={<Upload size={16} />} onClick={open}>
        Import
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title="Import links"
        centered
        size="xl"
        closeOnClickOutside={false}
      >
        <Suspense fallback={<Waiting rows={3} />}>
          <ImportLinks onClose={close} />
        </Suspense>
      </Modal>
    </>
  );
}
