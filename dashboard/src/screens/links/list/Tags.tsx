import { Badge, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useProjectId } from '../../../api/project.ts';
import { withTag } from '../tags/tagFilters.ts';
import { useTagStyle } from '../tags/useTagStyle.ts';
import { readLinkFilters } from './linkFilters.ts';

/** The tags of a link; each leads to all links that have it. */
export function Tags({ tags }: { readonly tags: readonly string[] }) {
  const projectId = useProjectId();
  const styleOf = useTagStyle();
  return (
    <Group gap={4} wrap="nowrap" style={{ overflow: 'hidden' }} title={tags.join(', ')}>
      {tags.map((tag) => (
        <Link
          key={tag}
          to="/p/$projectId/links"
          params={{ projectId }}
          search={(before) => withTag(readLinkFilters(before), tag)}
          aria-label={`Links tagged ${tag}`}
          className="plain tag"
        >
          <Badge tt="none" dir="auto" className="tag-label" style={styleOf(tag)}>
            {tag}
          </Badge>
        </Link>
      ))}
    </Group>
  );
}
