import type { ProjectLink } from '@fairlead/contract/operations/dashboard/links';
import { Badge, Checkbox, Group, Text } from '@mantine/core';
import { Printer } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useProjectId } from '../../../api/project.ts';
import { Copy } from '../../../parts/Copy.tsx';
import { TextLink } from '../../../parts/links.tsx';
import type { LinkColumn } from './linkColumns.tsx';
import styles from './LinkTable.module.css';

interface RowProps {
  readonly link: ProjectLink;
  readonly columns: readonly LinkColumn[];
  readonly layout: CSSProperties;
  readonly index: number;
  readonly top: number;
  readonly chosen: boolean;
  readonly onToggle: (() => void) | undefined;
}

export function LinkRow({ link, columns, layout, index, top, chosen, onToggle }: RowProps) {
  const projectId = useProjectId();
  const title = link.name ?? link.slug;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={styles['row']}
      style={{ ...layout, transform: `translateY(${top}px)` }}
    >
      <span role="cell" className={styles['choose']}>
        {onToggle && (
          <Checkbox aria-label={`Select ${title}`} checked={chosen} onChange={onToggle} />
        )}
      </span>
      <div role="cell" className={styles['link']}>
        {link.deletedAt === undefined ? (
          <TextLink
            to="/p/$projectId/links/$linkId"
            params={{ projectId, linkId: link.id }}
            underline="hover"
            fw={600}
            size="sm"
            // As high as a finger or an unsteady hand needs it.
            lh="24px"
            display="block"
            // A truncated name keeps its beginning, whichever direction it is written in.
            dir="auto"
            ta="left"
            className="truncate"
          >
            {title}
          </TextLink>
        ) : (
          <Text fw={600} size="sm" dir="auto" ta="left" className="truncate">
            {title}
          </Text>
        )}
        <Group gap={2} wrap="nowrap">
          <ShortUrl link={link} />
          {link.deletedAt === undefined && (
            <Copy value={link.shortUrl} label={`the short link of ${title}`} />
          )}
          <State link={link} />
        </Group>
      </div>
      {columns.map(({ key, number, show }) => (
        <span key={key} role="cell" className={number ? styles['number'] : 'truncate'}>
          {show(link)}
        </span>
      ))}
    </div>
  );
}

/** What sets a link apart from those in use. */
function State({ link: { archived, expiresAt, printed } }: { readonly link: ProjectLink }) {
  const expired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  return (
    <>
      {printed && <Printer size={14} role="img" aria-label="Printed" style={{ flexShrink: 0 }} />}
      {archived && (
        <Badge variant="light" color="gray">
          Archived
        </Badge>
      )}
      {expired && (
        <Badge variant="light" color="yellow">
          Expired
        </Badge>
      )}
    </>
  );
}

/** If there is too little room, the host is truncated: the slug is what distinguishes links. */
function ShortUrl({ link: { shortUrl, slug } }: { readonly link: ProjectLink }) {
  const url = shortUrl.replace(/^https?:\/\//, '');
  return (
    <Text size="xs" c="dimmed" component="span" className={styles['shortUrl']} title={url}>
      <span>{url.slice(0, -slug.length - 1)}</span>
      <span>{`/${slug}`}</span>
    </Text>
  );
}
