import { Stack, Text } from '@mantine/core';
import { useProjectId } from '../../../api/project.ts';
import { LookFields } from './LookFields.tsx';
import styles from './QrStudio.module.css';
import { drawingOf } from './rendering/renderCode.ts';
import type { StudioProps } from './StudioDialog.tsx';
import { judgeColours, readLook, type StudioLook } from './studioLook.ts';
import { toSvg } from './rendering/toSvg.ts';
import { useLookDraft } from './useLookDraft.ts';

/** The look of QR codes: what can be chosen, and beside it what comes of it. */
export function QrStudio({ shortUrl, children }: StudioProps) {
  const [draft, setDraft] = useLookDraft(useProjectId());
  const look = readLook(draft);
  const verdict = look && judgeColours(look);
  return (
    <div className={styles['studio']}>
      <div className={styles['result']}>
        {look && <Preview shortUrl={shortUrl} look={look} />}
        <Text
          size="sm"
          mt="xs"
          aria-live="polite"
          {...(verdict?.state === 'refused' && { c: 'var(--mantine-color-error)' })}
          {...(verdict?.state === 'read' && { c: 'dimmed' })}
        >
          {verdict?.sentence ?? 'Correct what is marked to see the code.'}
        </Text>
      </div>
      <Stack gap="md" style={{ minWidth: 0 }}>
        <LookFields draft={draft} onChange={setDraft} />
        {children(verdict?.state === 'refused' ? undefined : look)}
      </Stack>
    </div>
  );
}

function Preview({ shortUrl, look }: { readonly shortUrl: string; readonly look: StudioLook }) {
  const svg = toSvg(drawingOf(shortUrl, look), look.logo?.url);
  return (
    <img
      className={styles['preview']}
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt={`QR code of ${shortUrl}, as it will look`}
    />
  );
}
