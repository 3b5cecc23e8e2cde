import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { QrCode } from 'lucide-react';
import { SaveCode } from './SaveCode.tsx';
import { StudioDialog } from './StudioDialog.tsx';

interface QrButtonProps {
  readonly shortUrl: string;
  readonly name: string;
  readonly size?: 'xs' | 'sm';
}

/** Opens the studio for a link's QR code. */
export function QrButton({ shortUrl, name, size = 'sm' }: QrButtonProps) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        variant="default"
        size={size}
        leftSection={<QrCode size={size === 'xs' ? 14 : 16} aria-hidden />}
        onClick={open}
      >
        {name}
      </Button>
      <StudioDialog title="QR code" shortUrl={shortUrl} opened={opened} onClose={close}>
        {(look) => <SaveCode shortUrl={shortUrl} look={look} />}
      </StudioDialog>
    </>
  );
}
