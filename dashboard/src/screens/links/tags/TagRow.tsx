import type { LinksChange } from '@fairlead/contract/operations/dashboard/linkBulk';
import { LIMITS } from '@fairlead/contract/limits';
import type { TagInfo } from '@fairlead/contract/operations/dashboard/tags';
import { Badge, Button, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { confirm } from '../../../parts/dialogs/confirm.tsx';
import { Form } from '../../../parts/form/Form.tsx';
import { counted } from '../../../parts/format.ts';
import { faultOfTag } from '../many/AskForChange.tsx';
import { TagColorMenu } from './TagColorMenu.tsx';
import { isSameTag, useShades } from './useTagStyle.ts';

interface TagRowProps {
  readonly info: TagInfo;
  readonly tags: readonly TagInfo[];
  readonly onChange: (change: LinksChange) => void;
}

export function TagRow({ info, tags, onChange }: TagRowProps) {
  const { tag, links, color } = info;
  const shades = useShades();
  const [renaming, setRenaming] = useState(false);
  const howMany = counted(links, 'link', 'links');
  const rename = (to: string) => {
    setRenaming(false);
    if (to === tag) return;
    const apply = () => onChange({ renameTag: { from: tag, to } });
    const other = tags.find((known) => known !== info && isSameTag(known, to));
    if (other === undefined) return apply();
    confirm({
      title: `Merge “${tag}” into “${other.tag}”?`,
      text: `The tag “${other.tag}” is in use already. Afterwards the tags cannot be told apart. You can undo this right away; later, single links can be put back from their history.`,
      yes: 'Merge tags',
      onYes: () => onChange({ renameTag: { from: tag, to: other.tag } }),
    });
  };
  return (
    <li>
      {renaming ? (
        <RenameTag tag={tag} onRename={rename} onCancel={() => setRenaming(false)} />
      ) : (
        <Group gap="xs" justify="space-between">
          <Group gap="xs" miw={0} style={{ flex: '1 1 12rem' }}>
            <Badge tt="none" dir="auto" style={shades(color)}>
              {tag}
            </Badge>
            <Text size="sm" c="dimmed">
              {howMany}
            </Text>
          </Group>
          <Group gap="xs">
            <TagColorMenu info={info} />
            <Button
              size="xs"
              variant="default"
              aria-label={`Rename the tag ${tag}`}
              onClick={() => setRenaming(true)}
            >
              Rename
            </Button>
            <Button
              size="xs"
              variant="default"
              aria-label={`Remove the tag ${tag} from all links`}
              onClick={() =>
                confirm({
                  title: `Remove the tag “${tag}” from ${howMany}?`,
                  text: 'The links themselves stay.',
                  yes: 'Remove tag',
                  onYes: () => onChange({ removeTag: tag }),
                })
              }
            >
              Remove
            </Button>
          </Group>
        </Group>
      )}
    </li>
  );
}

interface RenameTagProps {
  readonly tag: string;
  readonly onRename: (to: string) => void;
  readonly onCancel: () => void;
}

function RenameTag({ tag, onRename, onCancel }: RenameTagProps) {
  const form = useForm({
    initialValues: { to: tag },
    validate: { to: (text) => faultOfTag(text.trim()) },
  });
  return (
    <Form form={form} error={null} onSend={({ to }) => onRename(to.trim())}>
      <Group gap="xs" align="flex-start">
        <TextInput
          aria-label={`New name of the tag ${tag}`}
          size="xs"
          maxLength={LIMITS.tagLength}
          data-autofocus
          autoFocus
          style={{ flex: '1 1 10rem' }}
          {...form.getInputProps('to')}
        />
        <Button size="xs" type="submit">
          Rename
        </Button>
        <Button size="xs" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Form>
  );
}
