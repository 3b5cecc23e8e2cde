import { Badge, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useProjectId } from '../../../api/project.ts';
import { readLinkFilters } from './linkFilters.ts';

/** The tags of a link; each leads to all links that have it. */
export function Tags({ tags }: { readonly tags: readonly string[] }) {
  const projectId = useProjectId();
  return (
    <Group gap={4} wrap="nowrap" style={{ overflow: 'hidden' }} title={tags.join(', ')}>
      {tags.map((tag) => (
        <Link
          key={tag}
          to="/p/$projectId/links"
          params={{ projectId }}
          search={(before) => ({ ...readLinkFilters(before), tag })}
          aria-label={`Links tagged ${tag}`}
          className="plain tag"
        >
          <Badge variant="light" color="gray" tt="none" dir="auto" className="tag-label">
            {tag}
          </Badge>
        </Link>
      ))}
    </Group>
  );
}
