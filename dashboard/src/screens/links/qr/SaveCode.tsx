import type { Placement } from '@fairlead/contract/placements';
import { codeFileName, scannedUrl } from '@fairlead/contract/qrLook';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormError } from '../../../parts/states.tsx';
import { saveBlob } from '../../../parts/saveBlob.ts';
import { PngWidth, USUAL_PNG_WIDTH } from './PngWidth.tsx';
import { QrDownloads } from './QrImage.tsx';
import { CODE_FORMATS, type CodeFormat, renderCode } from './rendering/renderCode.ts';
import type { StudioLook } from './studioLook.ts';

interface SaveCodeProps {
  readonly shortUrl: string;
  /** Where it is to be printed. */
  readonly placement?: Placement | undefined;
  readonly look: StudioLook | undefined;
}

/** Downloads of one code: in its look, or as the link itself serves it. */
export function SaveCode({ shortUrl, placement, look }: SaveCodeProps) {
  const fileName = [codeFileName(shortUrl), ...(placement ? [placement.name] : [])].join('-');
  const [pixels, setPixels] = useState(USUAL_PNG_WIDTH);
  const save = useMutation({
    mutationFn: async ({ format, look }: { format: CodeFormat; look: StudioLook }) =>
      saveBlob(
        `${fileName.replaceAll(/[\\/:*?"<>|\s]+/g, '-')}.${format}`,
        await renderCode(scannedUrl(shortUrl, placement?.code), look, format, pixels),
      ),
  });
  return (
    <Stack gap="sm">
      <PngWidth value={pixels} onChange={setPixels} />
      <Group gap="xs">
        {CODE_FORMATS.map((format) => (
          <Button
            key={format}
            flex="1 1 auto"
            disabled={look === undefined}
            onClick={() => look && save.mutate({ format, look })}
          >
            {`Save as ${format.toUpperCase()}`}
          </Button>
        ))}
      </Group>
      <FormError error={save.error} />
      <Group gap="xs" justify="space-between">
        <Text size="sm" c="dimmed">
          Or plain, black on white:
        </Text>
        <QrDownloads shortUrl={shortUrl} placement={placement?.code} />
      </Group>
    </Stack>
  );
}
