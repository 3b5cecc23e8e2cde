import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { Button, Group, Progress, SegmentedControl, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useProjectId } from '../../../api/project.ts';
import { count, counted } from '../../../parts/format.ts';
import { saveBlob } from '../../../parts/saveBlob.ts';
import { FormError } from '../../../parts/states.tsx';
import { PngWidth, USUAL_PNG_WIDTH } from '../qr/PngWidth.tsx';
import { CODE_FORMATS, type CodeFormat } from '../qr/rendering/renderCode.ts';
import type { StudioLook } from '../qr/studioLook.ts';
import { countOf, type MeantLinks } from './changeLinks.ts';
import { zipCodes } from './zipCodes.ts';

const ZIP_NAME = 'qr-codes.zip';

interface SaveCodesProps {
  readonly meant: MeantLinks;
  readonly loaded: readonly ProjectLink[];
  /** Undefined: scanners would not read it. */
  readonly look: StudioLook | undefined;
}

/** Makes one file of the codes of many links, and says how far it is. */
export function SaveCodes({ meant, loaded, look }: SaveCodesProps) {
  const projectId = useProjectId();
  const [format, setFormat] = useState<CodeFormat>('svg');
  const [pixels, setPixels] = useState(USUAL_PNG_WIDTH);
  const [done, setDone] = useState(0);
  const running = useRef<AbortController>(null);
  // Whoever closes the dialog has no use for the file.
  useEffect(() => () => running.current?.abort(), []);
  const zip = useMutation({
    mutationFn: async (look: StudioLook) => {
      const stop = new AbortController();
      running.current = stop;
      setDone(0);
      const { signal } = stop;
      const input = { projectId, meant, loaded, look, format, pixels, onStep: setDone, signal };
      const file = await zipCodes(input).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
      if (file === undefined) return;
      saveBlob(ZIP_NAME, file);
      notifications.show({ message: `Saved ${ZIP_NAME}` });
    },
  });
  const total = countOf(meant);
  if (zip.isPending) {
    return (
      <Stack gap="sm">
        <Progress value={(done / total) * 100} aria-label="Codes made" size="lg" />
        <Group justify="space-between">
          <Text size="sm" className="number">
            {`${count(done)} of ${count(total)}`}
          </Text>
          <Button variant="default" autoFocus onClick={() => running.current?.abort()}>
            Cancel
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack gap="sm">
      {total > 1 && (
        <Text size="sm" c="dimmed">
          {`The picture shows the first of ${count(total)} codes; all get the same look.`}
        </Text>
      )}
      <SegmentedControl
        aria-label="Format"
        data={CODE_FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
        value={format}
        onChange={setFormat}
      />
      {format === 'png' && <PngWidth value={pixels} onChange={setPixels} />}
      <Button
        disabled={look === undefined}
        // It takes the place of Cancel, which had the focus.
        autoFocus={zip.isSuccess || zip.isError}
        onClick={() => look && zip.mutate(look)}
      >
        {`Save ${counted(total, 'code', 'codes')} as ZIP`}
      </Button>
      <FormError error={zip.error} />
    </Stack>
  );
}
