import { Group, Select } from '@mantine/core';
import { RemovablePill } from '../../../parts/RemovablePill.tsx';
import type { LinkFilters } from '../list/linkFilters.ts';
import { tagsOf, withTags } from './tagFilters.ts';
import { useTags } from './useTags.ts';
import { useTagStyle } from './useTagStyle.ts';

interface TagFilterProps {
  readonly filters: LinkFilters;
  readonly onChange: (filters: LinkFilters) => void;
}

/** Adds a tag to those that links must have. */
export function TagSelect({ filters, onChange }: TagFilterProps) {
  const chosen = tagsOf(filters);
  const names = new Set(chosen.map((tag) => tag.toLowerCase()));
  const tags = useTags().filter(({ tag }) => !names.has(tag.toLowerCase()));
  if (tags.length === 0) return null;
  return (
    <Select
      aria-label="Filter by tag"
      placeholder={chosen.length === 0 ? 'Tag' : 'And tag'}
      searchable
      nothingFoundMessage="No such tag"
      data={tags.map(({ tag }) => tag)}
      value={null}
      onChange={(tag) => {
        if (tag !== null) onChange(withTags(filters, [...chosen, tag]));
      }}
      w={120}
      comboboxProps={{ width: 220, position: 'bottom-start' }}
    />
  );
}

/** The tags that links must have, each removable. */
export function TagPills({ filters, onChange }: TagFilterProps) {
  const styleOf = useTagStyle();
  const chosen = tagsOf(filters);
  if (chosen.length === 0) return null;
  return (
    <Group gap="xs" mt="sm">
      {chosen.map((tag) => (
        <RemovablePill
          key={tag}
          text={`Tag: ${tag}`}
          removal={`Remove the tag ${tag}`}
          style={styleOf(tag)}
          onRemove={() =>
            onChange(
              withTags(
                filters,
                chosen.filter((other) => other !== tag),
              ),
            )
          }
        />
      ))}
    </Group>
  );
}
