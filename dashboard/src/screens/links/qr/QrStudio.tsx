import { scannedUrl } from '@fairlead/contract/qrLook';
import { Box, Stack, Text } from '@mantine/core';
import { useProjectId } from '../../../api/project.ts';
import { LookFields } from './LookFields.tsx';
import styles from './QrStudio.module.css';
import { drawingOf } from './rendering/renderCode.ts';
import type { StudioProps } from './StudioDialog.tsx';
import { judgeColours, readLook, type StudioLook } from './studioLook.ts';
import { toSvg } from './rendering/toSvg.ts';
import { useLookDraft } from './useLookDraft.ts';

/** The look of QR codes: what comes of it, ready to be saved, and beside it what can be chosen. */
export function QrStudio({ shortUrl, placement, head, children }: StudioProps) {
  const [draft, setDraft] = useLookDraft(useProjectId());
  const look = readLook(draft);
  const verdict = look && judgeColours(look);
  return (
    <div className={styles['studio']}>
      <div className={styles['result']}>
        {look && <Preview shortUrl={shortUrl} placement={placement} look={look} />}
        <Text
          size="sm"
          mt="xs"
          aria-live="polite"
          {...(verdict?.state === 'refused' && { c: 'var(--mantine-color-error)' })}
          {...(verdict?.state === 'read' && { c: 'dimmed' })}
        >
          {verdict?.sentence ?? 'Correct what is marked to see the code.'}
        </Text>
        <Box mt="md">{children(verdict?.state === 'refused' ? undefined : look)}</Box>
      </div>
      <Stack gap="md" style={{ minWidth: 0 }}>
        {head}
        <LookFields draft={draft} onChange={setDraft} />
      </Stack>
    </div>
  );
}

interface PreviewProps extends Pick<StudioProps, 'shortUrl' | 'placement'> {
  readonly look: StudioLook;
}

function Preview({ shortUrl, placement, look }: PreviewProps) {
  const svg = toSvg(drawingOf(scannedUrl(shortUrl, placement), look), look.logo?.url);
  return (
    <img
      className={styles['preview']}
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt={`QR code of ${shortUrl}, as it will look`}
    />
  );
}
