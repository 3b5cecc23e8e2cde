import { IMAGE_TYPES } from '@fairlead/contract/imageTypes';
import { type ProjectBrand, shrinkBrandImage } from '@fairlead/contract/operations/dashboard/brand';
import { Button, FileButton, Group, Input, Text } from '@mantine/core';
import { useProjectId } from '../../api/project.ts';
import { useWrite } from '../../api/queries.ts';
import { CallRefused } from '../../parts/states.tsx';

interface Props {
  readonly label: string;
  readonly description: string;
  readonly use: 'logo' | 'icon';
  readonly value: string | null;
  readonly error?: unknown;
  readonly disabled: boolean;
  readonly onChange: (image: string | null, tone: ProjectBrand['logoTone']) => void;
}

/** An image that is made small by the server and kept in the form until it is saved. */
export function PictureField(props: Props) {
  const { label, description, use, value, error, disabled, onChange } = props;
  const params = { projectId: useProjectId() };
  const shrink = useWrite(shrinkBrandImage, {
    quiet: true,
    onDone: ({ image, tone }) => onChange(image, tone),
  });
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description}
      error={typeof error === 'string' ? error : undefined}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      <Group gap="sm" mt={6}>
        {value === null ? (
          <Text size="sm" c="dimmed">
            No image
          </Text>
        ) : (
          <img
            src={value}
            alt={label}
            style={{
              maxHeight: 56,
              maxWidth: 180,
              background: '#8a94a3',
              padding: 6,
              borderRadius: 8,
            }}
          />
        )}
        {!disabled && (
          <FileButton
            accept={IMAGE_TYPES.join(',')}
            onChange={(file) => file && shrink.mutate({ params, query: { use }, body: file })}
          >
            {(button) => (
              <Button
                {...button}
                variant="default"
                size="xs"
                loading={shrink.isPending}
                aria-label={`Choose an image: ${label}`}
              >
                {value === null ? 'Choose an image' : 'Replace'}
              </Button>
            )}
          </FileButton>
        )}
        {!disabled && value !== null && (
          <Button
            variant="subtle"
            size="xs"
            aria-label={`Remove: ${label}`}
            onClick={() => onChange(null, 'any')}
          >
            Remove
          </Button>
        )}
      </Group>
      {shrink.error !== null && (
        <div style={{ marginTop: 8 }}>
          <CallRefused error={shrink.error} />
        </div>
      )}
    </Input.Wrapper>
  );
}
