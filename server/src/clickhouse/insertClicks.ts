import { timeOfId } from '../lib/uuid.ts';
import type { ClickHouse } from './ClickHouse.ts';

/** A click with its values as they are stored; null: not known. */
export interface ClickValues {
  readonly id: string;
  readonly projectId: string;
  readonly linkKey: number;
  readonly kind: number;
  readonly source: number;
  readonly device: string | null;
  readonly os: string | null;
  readonly browser: string | null;
  readonly country: string | null;
  readonly app: string | null;
  readonly referrer: string | null;
  readonly visitor: string | null;
}

const COLUMNS = [
  'project_id',
  'link_key',
  'at',
  'id',
  'kind',
  'source',
  'device',
  'os',
  'browser',
  'country',
  'app',
  'referrer',
  'visitor',
  'journal',
] as const;

/** Adds clicks that a journal has; a second time under the same token changes nothing. */
export async function insertClicks(
  ch: ClickHouse,
  clicks: readonly ClickValues[],
  { journal, token }: { readonly journal: string; readonly token: string },
): Promise<void> {
  if (clicks.length === 0) return;
  const rows = clicks.map((click) => [
    click.projectId,
    click.linkKey,
    timeText(timeOfId(click.id)),
    click.id,
    click.kind,
    click.source,
    click.device ?? '',
    click.os ?? '',
    click.browser ?? '',
    click.country ?? '',
    click.app ?? '',
    click.referrer ?? '',
    click.visitor,
    journal,
  ]);
  await ch.insert({ table: 'clicks', columns: COLUMNS, rows, token });
}

function timeText(at: number): string {
  return new Date(at).toISOString().slice(0, 23).replace('T', ' ');
}
