import type { LinksChange } from '@fairlead/contract/operations/dashboard/linkBulk';
import type { TagInfo } from '@fairlead/contract/operations/dashboard/tags';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Tags as TagsIcon } from 'lucide-react';
import { ChangeProgress } from '../many/ChangeProgress.tsx';
import { useChangeLinks } from '../many/useChangeLinks.tsx';
import { TagRow } from './TagRow.tsx';
import { useTags } from './useTags.ts';

/** Opens the list of tags, to colour, rename, merge and remove them. */
export function ManageTags() {
  const tags = useTags();
  const [opened, { open, close }] = useDisclosure();
  const { running, run } = useChangeLinks();
  const change = ({ tag, links }: TagInfo, by: LinksChange) =>
    void run({ filter: { tag }, total: links }, by);
  return (
    <>
      <Button variant="default" leftSection={<TagsIcon size={16} />} onClick={open}>
        Tags
      </Button>
      <Modal opened={opened} onClose={close} title="Tags" size="lg" centered>
        {tags.length === 0 ? (
          <Text size="sm">No link has a tag yet. Give links tags in their form.</Text>
        ) : (
          <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
            {tags.map((info) => (
              <TagRow key={info.tag} info={info} tags={tags} onChange={(by) => change(info, by)} />
            ))}
          </Stack>
        )}
      </Modal>
      {running && <ChangeProgress {...running} />}
    </>
  );
}
