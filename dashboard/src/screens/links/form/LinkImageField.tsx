import { CARD_SIZE, IMAGE_TYPES } from '@fairlead/contract/imageTypes';
import { uploadLinkImage } from '@fairlead/contract/operations/dashboard/linkImages';
import { Button, FileButton, Group, Text, TextInput } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { useProjectId } from '../../../api/project.ts';
import { useWrite } from '../../../api/queries.ts';
import { CallRefused } from '../../../parts/states.tsx';
import type { LinkFormState } from './LinkFormState.ts';

interface LinkImageFieldProps {
  readonly form: LinkFormState;
  readonly onUploading: (uploading: boolean) => void;
}

/** The image of a link's preview: the URL of one, or a file that is chosen, dropped or pasted, and uploaded at once. */
export function LinkImageField({ form, onUploading }: LinkImageFieldProps) {
  const params = { projectId: useProjectId() };
  const [over, setOver] = useState(false);
  const upload = useWrite(uploadLinkImage, {
    quiet: true,
    onDone: ({ url }) => form.setFieldValue('ogImage', url),
  });
  const [wrong, setWrong] = useState(false);
  const take = (file: File | undefined | null) => {
    if (!file) return;
    const isImage = (IMAGE_TYPES as readonly string[]).includes(file.type);
    setWrong(!isImage);
    upload.reset();
    if (!isImage) return;
    onUploading(true);
    upload.mutate({ params, body: file }, { onSettled: () => onUploading(false) });
  };
  const drag = (event: DragEvent, isOver: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(isOver);
  };
  return (
    <div
      style={{
        padding: 12,
        borderRadius: 8,
        border: `1px dashed var(${over ? '--accent' : '--line'})`,
      }}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        take(event.dataTransfer.files[0]);
      }}
      onPaste={(event) => {
        const [file] = event.clipboardData.files;
        if (file === undefined) return;
        event.preventDefault();
        take(file);
      }}
    >
      <TextInput
        label="Image"
        description={`The URL of an image, or a PNG, JPEG or WebP file. Best ${CARD_SIZE.width} × ${CARD_SIZE.height} pixels.`}
        placeholder="https://example.com/summer.jpg"
        inputMode="url"
        {...form.getInputProps('ogImage')}
      />
      <Group gap="sm" mt="xs">
        <FileButton accept={IMAGE_TYPES.join(',')} onChange={take}>
          {(button) => (
            <Button {...button} variant="default" size="xs" loading={upload.isPending}>
              Upload an image
            </Button>
          )}
        </FileButton>
        {form.values.ogImage !== '' && (
          <Button variant="subtle" size="xs" onClick={() => form.setFieldValue('ogImage', '')}>
            Remove image
          </Button>
        )}
        <Text size="xs" c="dimmed">
          You can also drop or paste it here.
        </Text>
      </Group>
      {wrong && (
        <Text size="sm" c="var(--accent)" role="alert" mt={8}>
          This file is no image of the type PNG, JPEG or WebP. Save it as one of these, and try
          again.
        </Text>
      )}
      {upload.error !== null && (
        <div style={{ marginTop: 8 }}>
          <CallRefused error={upload.error} />
        </div>
      )}
    </div>
  );
}
