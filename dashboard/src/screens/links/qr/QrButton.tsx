import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { QrCode } from 'lucide-react';
import { useState } from 'react';
import { PlacementChoice } from './PlacementChoice.tsx';
import { SaveCode } from './SaveCode.tsx';
import { StudioDialog } from './StudioDialog.tsx';

interface QrButtonProps {
  readonly link: Pick<ProjectLink, 'id' | 'shortUrl' | 'placements' | 'folder'>;
  readonly name: string;
  readonly size?: 'xs' | 'sm';
}

/** Opens the studio for a link's QR code. */
export function QrButton({ link, name, size = 'sm' }: QrButtonProps) {
  const { shortUrl, placements } = link;
  const [code, setCode] = useState<string | null>(null);
  const placement = placements.find((each) => each.code === code);
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
      <StudioDialog
        title="QR code"
        shortUrl={shortUrl}
        placement={placement?.code}
        opened={opened}
        onClose={close}
        head={<PlacementChoice link={link} value={placement?.code ?? null} onChange={setCode} />}
      >
        {(look) => <SaveCode shortUrl={shortUrl} placement={placement} look={look} />}
      </StudioDialog>
    </>
  );
}
