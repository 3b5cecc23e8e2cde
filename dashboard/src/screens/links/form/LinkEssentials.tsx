import { LIMITS } from '@fairlead/contract/limits';
import { Pill, Stack, TagsInput, TextInput } from '@mantine/core';
import { useProject } from '../../../api/project.ts';
import { Card } from '../../../parts/Card.tsx';
import { DestinationNote } from './DestinationNote.tsx';
import { FolderField } from '../folders/FolderField.tsx';
import type { LinkFormState } from './LinkFormState.ts';
import { SameDestination } from './SameDestination.tsx';
import { ShortLinkFields } from './ShortLinkFields.tsx';
import { useTags } from '../tags/useTags.ts';
import { useTagStyle } from '../tags/useTagStyle.ts';
import { UrlInput } from './UrlInput.tsx';
import { FIELD_LABELS } from '../../../api/fieldLabels.ts';

/** What every link needs: where it leads, its short URL, and a name. */
export function LinkEssentials({
  form,
  fixed,
}: {
  readonly form: LinkFormState;
  /** An existing link keeps its short URL. */
  readonly fixed: boolean;
}) {
  const { data: project } = useProject();
  const known = useTags();
  const styleOf = useTagStyle();
  return (
    <Card>
      <Stack>
        <UrlInput
          form={form}
          name="fallbackUrl"
          label={FIELD_LABELS.fallbackUrl}
          description={
            project?.defaultUrl
              ? `Leave it empty for ${project.defaultUrl}, the default of the project.`
              : 'The page for everyone who is not sent somewhere else below.'
          }
          placeholder="https://example.com/summer"
          data-autofocus
        />
        {!fixed && <DestinationNote form={form} />}
        {!fixed && <SameDestination url={form.values.fallbackUrl} />}
        {!fixed && <ShortLinkFields form={form} />}
        <TextInput
          label="Name"
          description="For you; also the title of the preview if you give none."
          placeholder="Summer sale"
          maxLength={LIMITS.nameLength}
          {...form.getInputProps('name')}
        />
        <FolderField form={form} />
        <TagsInput
          label={FIELD_LABELS.tags}
          description="For finding links again. Press Enter after each."
          maxTags={LIMITS.tagsPerLink}
          splitChars={[',']}
          data={known.map(({ tag }) => tag)}
          renderPill={({ value, option, onRemove, disabled }) => (
            <Pill
              dir="auto"
              style={styleOf(String(value ?? option.value))}
              withRemoveButton={disabled !== true}
              onRemove={() => onRemove?.()}
            >
              {option.label}
            </Pill>
          )}
          acceptValueOnBlur
          {...form.getInputProps('tags')}
        />
      </Stack>
    </Card>
  );
}
