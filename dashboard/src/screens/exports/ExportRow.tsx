import { cancelExport, listExports } from '@fairlead/contract/operations/exports';
import { Badge, Button, Group, Progress, Text } from '@mantine/core';
import { Download } from 'lucide-react';
import type { BodyFor } from '../../api/call.ts';
import { useProjectId } from '../../api/project.ts';
import { useWrite } from '../../api/queries.ts';
import { factTexts } from '../../numbers/facts.ts';
import { readFacts } from '../../numbers/factsOfUrl.ts';
import { confirm } from '../../parts/dialogs/confirm.tsx';
import { bytes, counted, dayName } from '../../parts/format.ts';
import { Row } from '../../parts/Row.tsx';
import { When } from '../../parts/When.tsx';

export type ExportEntry = BodyFor<typeof listExports>['data']['exports'][number];

const STATES = {
  pending: { label: 'Waiting', color: 'gray' },
  processing: { label: 'Processing', color: 'harbour' },
  completed: { label: 'Ready', color: 'teal' },
  failed: { label: 'Failed', color: 'red' },
} as const;

export function isRunning({ status }: ExportEntry): boolean {
  return status === 'pending' || status === 'processing';
}

/** One export: its content, progress and file. */
export function ExportRow({ item }: { readonly item: ExportEntry }) {
  return (
    <Row actions={<Action item={item} />}>
      <Group gap="xs">
        <Text fw={600} className="break">
          {filterText(item.filters)}
        </Text>
        <Badge variant="light" color={STATES[item.status].color}>
          {STATES[item.status].label}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed" component="div" className="break">
        {item.rowCount !== undefined && `${rowsText(item.filters, item.rowCount)} · `}
        {item.rowsSoFar !== undefined && `${rowsText(item.filters, item.rowsSoFar)} so far · `}
        {item.bytes !== undefined && `${bytes(item.bytes)} · `}
        <When at={item.createdAt} />
        {item.startedBy !== undefined && ` · ${item.startedBy}`}
      </Text>
      {isRunning(item) && (
        <Progress value={100} animated size="sm" mt={6} aria-label="The file is being written" />
      )}
      {item.error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" className="break">
          {item.error}
        </Text>
      )}
    </Row>
  );
}

function Action({ item }: { readonly item: ExportEntry }) {
  const projectId = useProjectId();
  const cancel = useWrite(cancelExport, {
    changes: [listExports],
    done: 'Export canceled.',
  });
  const title = filterText(item.filters);
  if (item.downloadUrl !== undefined) {
    return (
      <Button
        component="a"
        href={item.downloadUrl}
        download
        size="sm"
        variant="light"
        leftSection={<Download size={16} />}
        aria-label={`Download ${title}`}
      >
        Download
      </Button>
    );
  }
  if (!isRunning(item)) return null;
  return (
    <Button
      size="xs"
      variant="default"
      onClick={() =>
        confirm({
          title: `Cancel the export “${title}”?`,
          text: 'No file is created. You can start it again at any time.',
          yes: 'Cancel export',
          onYes: () => cancel.mutate({ params: { projectId, jobId: item.jobId } }),
        })
      }
    >
      Cancel
    </Button>
  );
}

const SORT_TEXTS = {
  clickCount: 'by clicks',
  installCount: 'by installs',
  name: 'by name',
  lastClickedAt: 'by last click',
} as const;

const MARKS = [
  { name: 'archived', text: 'archived' },
  { name: 'proposed', text: 'to approve' },
] as const;

function rowsText({ kind }: ExportEntry['filters'], rows: number): string {
  if (kind === 'clicks') return counted(rows, 'click', 'clicks');
  if (kind === 'events') return counted(rows, 'event', 'events');
  return kind === 'routes' ? counted(rows, 'row', 'rows') : counted(rows, 'link', 'links');
}

/** The filters as a title: "“summer”, made from 1 Mar 2026, by clicks". */
function filterText(filters: ExportEntry['filters']): string {
  return filters.kind === 'clicks' || filters.kind === 'events'
    ? rowsOfText(filters)
    : linksText(filters);
}

/** Such as "Clicks of one link, from 1 Mar 2026, Country: Germany". */
function rowsOfText(filters: ExportEntry['filters']): string {
  const { kind, linkId, activeAfter, activeBefore } = filters;
  const [all, ofOne] =
    kind === 'events' ? ['Events', 'Events of one link'] : ['Clicks', 'Clicks of one link'];
  const parts = [linkId === undefined ? all : ofOne];
  if (activeAfter !== undefined) parts.push(`from ${dayName(activeAfter)}`);
  if (activeBefore !== undefined) parts.push(`until ${dayName(activeBefore)}`);
  return [...parts, ...factTexts(readFacts(filters))].join(', ');
}

function linksText(filters: ExportEntry['filters']): string {
  const { search, tag, expired, sortBy } = filters;
  const { createdAfter, createdBefore, activeAfter, activeBefore } = filters;
  const parts: string[] = [];
  if (search !== undefined) parts.push(`“${search}”`);
  if (tag !== undefined) parts.push(`tagged ${tag}`);
  if (filters.folder !== undefined)
    parts.push(filters.folder === 'none' ? 'in no folder' : 'of one folder');
  parts.push(...MARKS.flatMap(({ name, text }) => (filters[name] === true ? [text] : [])));
  if (expired !== undefined) parts.push(expired ? 'expired' : 'not expired');
  if (createdAfter !== undefined) parts.push(`created from ${dayName(createdAfter)}`);
  if (createdBefore !== undefined) parts.push(`created before ${dayName(createdBefore)}`);
  if (activeAfter !== undefined) parts.push(`activity from ${dayName(activeAfter)}`);
  if (activeBefore !== undefined) parts.push(`activity before ${dayName(activeBefore)}`);
  if (parts.length === 0) parts.push('All links');
  if (sortBy !== undefined && sortBy !== 'createdAt') parts.push(SORT_TEXTS[sortBy]);
  return parts.join(', ');
}
