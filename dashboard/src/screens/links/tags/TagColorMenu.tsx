import { TAG_COLORS } from '@fairlead/contract/tagColors';
import { setTag, listTags, type TagInfo } from '@fairlead/contract/operations/dashboard/tags';
import { Badge, Button, Menu } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useProjectId } from '../../../api/project.ts';
import { foresee, useWrite } from '../../../api/queries.ts';
import { TAG_COLOR_NAMES } from './tagColors.ts';
import { useShades } from './useTagStyle.ts';

export function TagColorMenu({ info: { tag, color } }: { readonly info: TagInfo }) {
  const projectId = useProjectId();
  const shades = useShades();
  const set = useWrite(setTag, {
    changes: [listTags],
    foresees: foresee(listTags, ({ tags }, { body }) => ({
      tags: tags.map((info) => (info.tag === body.tag ? { ...info, ...body } : info)),
    })),
  });
  const choose = (to: TagInfo['color']) =>
    set.mutate({ params: { projectId }, body: { tag, color: to } });
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          rightSection={<ChevronDown size={14} />}
          // Begins with what it shows, for those who say what they see.
          aria-label={
            color === null
              ? `Colour of the tag ${tag}`
              : `${TAG_COLOR_NAMES[color]}, colour of the tag ${tag}`
          }
        >
          {color === null ? 'Colour' : TAG_COLOR_NAMES[color]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {TAG_COLORS.map((name) => (
          <Menu.Item key={name} onClick={() => choose(name)}>
            <Badge tt="none" style={shades(name)}>
              {TAG_COLOR_NAMES[name]}
            </Badge>
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => choose(null)}>No colour</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
