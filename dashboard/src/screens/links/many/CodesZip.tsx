import { LIMITS } from '@fairlead/contract/limits';
import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { Button, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { count } from '../../../parts/format.ts';
import { StudioDialog } from '../qr/StudioDialog.tsx';
import { countOf, type MeantLinks } from './changeLinks.ts';
import { SaveCodes } from './SaveCodes.tsx';

interface CodesZipProps {
  readonly meant: MeantLinks;
  /** Those of them that are loaded; at least one. */
  readonly loaded: readonly ProjectLink[];
}

/** Opens the studio for the QR codes of many links. */
export function CodesZip({ meant, loaded }: CodesZipProps) {
  const [opened, { open, close }] = useDisclosure(false);
  const [first] = loaded;
  const tooMany = countOf(meant) > LIMITS.qrCodesPerZip;
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        QR codes (ZIP)
      </Button>
      {tooMany || first === undefined ? (
        <Modal opened={opened} onClose={close} title={TITLE} centered>
          <Text size="sm">
            {`At most ${count(LIMITS.qrCodesPerZip)} codes fit into one file. Choose fewer links, or narrow the filters.`}
          </Text>
        </Modal>
      ) : (
        <StudioDialog title={TITLE} shortUrl={first.shortUrl} opened={opened} onClose={close}>
          {(look) => <SaveCodes meant={meant} loaded={loaded} look={look} />}
        </StudioDialog>
      )}
    </>
  );
}

const TITLE = 'QR codes (ZIP)';
