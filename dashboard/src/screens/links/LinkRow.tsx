import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { Badge, Checkbox, Group, Text } from '@mantine/core';
import { useProjectId } from '../../api/project.ts';
import { Copy } from '../../parts/Copy.tsx';
import { count } from '../../parts/format.ts';
import { TextLink } from '../../parts/links.tsx';
import { When } from '../../parts/When.tsx';
import styles from './LinkTable.module.css';

interface RowProps {
  readonly link: ProjectLink;
  readonly index: number;
  readonly top: number;
  readonly narrow: boolean;
  readonly chosen: boolean;
  readonly onToggle: (() => void) | undefined;
}

export function LinkRow({ link, index, top, narrow, chosen, onToggle }: RowProps) {
  const projectId = useProjectId();
  const { stats } = link;
  const title = link.name ?? link.slug;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={styles['row'] + (narrow ? ` ${styles['narrow']}` : '')}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span role="cell">
        {onToggle && (
          <Checkbox aria-label={`Choose ${title}`} checked={chosen} onChange={onToggle} />
        )}
      </span>
      <div role="cell" style={{ minWidth: 0 }}>
        <TextLink
          to="/p/$projectId/links/$linkId"
          params={{ projectId, linkId: link.id }}
          underline="hover"
          fw={600}
          size="sm"
          display="block"
          className="truncate"
        >
          {title}
        </TextLink>
        <Group gap={2} wrap="nowrap">
          <Text size="xs" c="dimmed" className="truncate">
            {link.shortUrl.replace(/^https?:\/\//, '')}
          </Text>
          <Copy value={link.shortUrl} label={`the address of ${title}`} />
        </Group>
      </div>
      {narrow ? (
        <div role="cell" className={styles['number']}>
          {count(stats.clicks)}
        </div>
      ) : (
        <>
          <span role="cell">
            <TypeBadge type={link.type} />
          </span>
          <span role="cell">
            <When at={link.createdAt} />
          </span>
          {[stats.clicks, stats.installs, stats.returningUsers, stats.attributedClicks].map(
            (value, place) => (
              <span key={place} role="cell" className={styles['number']}>
                {count(value)}
              </span>
            ),
          )}
          <span role="cell">
            {stats.lastClickedAt === undefined ? 'never' : <When at={stats.lastClickedAt} />}
          </span>
        </>
      )}
    </div>
  );
}

export function TypeBadge({ type }: { readonly type: ProjectLink['type'] }) {
  return (
    <Badge variant="light" color={type === 'dynamic' ? 'harbour' : 'gray'} size="sm">
      {type === 'dynamic' ? 'Dynamic' : 'Unified'}
    </Badge>
  );
}
