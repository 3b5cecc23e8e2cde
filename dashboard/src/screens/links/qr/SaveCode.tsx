import type { Placement } from '@fairlead/contract/placements';
import { codeFileName, scannedUrl } from '@fairlead/contract/qrLook';
import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { FormError } from '../../../parts/states.tsx';
import { saveBlob } from '../../../parts/saveBlob.ts';
import { PngWidth, USUAL_PNG_WIDTH } from './PngWidth.tsx';
import { QrDownloads } from './QrImage.tsx';
import { type CodeFormat, renderCode } from './rendering/renderCode.ts';
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
    mutationFn: async ({ format, look }: { format: CodeFormat; look: StudioLook }) => {
      const name = `${fileName.replaceAll(/[\\/:*?"<>|\s]+/g, '-')}.${format}`;
      const text = scannedUrl(shortUrl, placement?.code);
      saveBlob(name, await renderCode(text, look, format, pixels));
      return name;
    },
    onSuccess: (name) => notifications.show({ message: `Saved ${name}` }),
  });
  const button = (format: CodeFormat) => ({
    disabled: look === undefined,
    onClick: () => look && save.mutate({ format, look }),
    children: format === 'pdf' ? 'PDF for print' : `Download ${format.toUpperCase()}`,
  });
  return (
    <Stack gap="sm">
      <Button fullWidth leftSection={<Download size={16} aria-hidden />} {...button('png')} />
      <Group gap="xs" grow>
        {(['svg', 'pdf'] as const).map((format) => (
          <Button key={format} variant="default" size="xs" px={4} {...button(format)} />
        ))}
      </Group>
      <FormError error={save.error} />
      <PngWidth value={pixels} onChange={setPixels} />
      <div>
        <Text size="sm" c="dimmed" mb={4}>
          Or plain, black on white:
        </Text>
        <QrDownloads shortUrl={shortUrl} placement={placement?.code} plain />
      </div>
    </Stack>
  );
}
