import { column, type RowColumn } from '#platform/db/rowParameters.ts';
import {
  type Click,
  CLICK_FIELDS,
  type ClickSignals,
  SIGNAL_FIELDS,
  STORED,
  type Term,
} from './Click.ts';
import { OPEN_FIELDS, type OpenedClick, type PhoneReport, REPORT_FIELDS } from './clickRecords.ts';
import { RECEIVED_FIELDS, type ReceivedEvent } from './events.ts';
import { flag, id, key, moment, text, type FieldType } from './fieldTypes.ts';

/** A click whose texts have become codes of their dictionaries. */
export type CodedClick = Omit<Click, Term> & { readonly [Name in Term]: number | null };

/** What one batch adds, whatever store has the clicks. */
export interface BatchFacts {
  readonly clicks: readonly CodedClick[];
  readonly opens: readonly OpenedClick[];
  readonly reports: readonly PhoneReport[];
  readonly events: readonly ReceivedEvent[];
}

/** `linkKey` → `link_key`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const DICTIONARIES = {
  terms: ['click_terms', 'term'],
  referrers: ['referrers', 'host'],
  routes: ['routes', 'route'],
} as const;

/** SQL: the text of a field, or null, given an expression for its code. */
export function textOfCode(name: Term, code: string): string {
  const [table, text] = DICTIONARIES[CLICK_FIELDS[name].dictionary];
  return `(select ${text} from ${table} where code = ${code})`;
}

/** SQL: the texts of a dictionary, with their codes. */
export function textsOfCodes(dictionary: keyof typeof DICTIONARIES): string {
  const [table, text] = DICTIONARIES[dictionary];
  return `select code, ${text} as text from ${table}`;
}

/** The columns of some fields of rows that hold the values by their names. */
function fieldColumns<Row, Name extends string>(
  fields: Readonly<Record<Name, FieldType<unknown>>>,
  valuesOf: (row: Row) => Readonly<Record<Name, unknown>>,
  names: readonly Name[] = Object.keys(fields) as Name[],
): RowColumn<Row>[] {
  return names.map((name) => {
    const { postgres, codes } = fields[name];
    const read = (row: Row) => valuesOf(row)[name];
    return column(snakeCase(name), postgres, codes ? (row) => codes[String(read(row))] : read);
  });
}

/** Of `clicks`, those that no statement finds by itself; the project's number comes from the link. */
export const STORED_COLUMNS: readonly RowColumn<CodedClick>[] = [
  column('id', id.postgres, (click) => click.id),
  column('clicked_at', moment.postgres, (click) => click.at),
  column('link_key', key.postgres, (click) => click.linkKey),
  ...fieldColumns(CLICK_FIELDS, (click: CodedClick) => click, STORED),
];

export const CLICK_COLUMNS: readonly RowColumn<CodedClick>[] = [
  ...STORED_COLUMNS,
  column('opened', flag.postgres, (click) => click.opened),
];

/** Of `opens`. */
export const OPEN_COLUMNS: readonly RowColumn<OpenedClick>[] = fieldColumns(
  OPEN_FIELDS,
  (open: OpenedClick) => open,
).map((each) => (each.name === 'at' ? { ...each, name: 'opened_at' } : each));

interface SignalledClick {
  readonly click: Pick<Click, 'id' | 'at' | 'linkKey' | 'projectId'>;
  readonly signals: ClickSignals;
}

/** Of `click_signals`. */
export const SIGNAL_COLUMNS: readonly RowColumn<SignalledClick>[] = [
  column('click_id', id.postgres, ({ click }) => click.id),
  column('clicked_at', moment.postgres, ({ click }) => click.at),
  column('link_key', key.postgres, ({ click }) => click.linkKey),
  column('project_id', id.postgres, ({ click }) => click.projectId),
  ...fieldColumns(SIGNAL_FIELDS, ({ signals }: SignalledClick) => signals),
];

/** Of `click_queries`. */
export const QUERY_COLUMNS: readonly RowColumn<Pick<Click, 'id' | 'forwarded'>>[] = [
  column('click_id', id.postgres, (click) => click.id),
  column('query', text.postgres, (click) => click.forwarded),
];

/** Of `click_reports`. */
export const REPORT_COLUMNS: readonly RowColumn<PhoneReport>[] = fieldColumns(
  REPORT_FIELDS,
  (report: PhoneReport) => report,
);

/** What a statement needs of an event beside its columns. */
export const EVENT_OWNER: RowColumn<ReceivedEvent> = column(
  'project_id',
  id.postgres,
  (event) => event.projectId,
);

/** Of `events`, beside the project's number. */
export const EVENT_COLUMNS: readonly RowColumn<ReceivedEvent>[] = fieldColumns(
  RECEIVED_FIELDS,
  (event: ReceivedEvent) => event,
).filter(({ name }) => name !== EVENT_OWNER.name);

/** A statement may touch a row only once: a later report of a page replaces the earlier one. */
export function togetherByClick(reports: readonly PhoneReport[]): PhoneReport[] {
  const byClick = new Map<string, PhoneReport>();
  for (const report of reports) {
    const before = byClick.get(report.clickId);
    byClick.set(report.clickId, {
      clickId: report.clickId,
      screen: report.screen ?? before?.screen ?? null,
      timeZone: report.timeZone ?? before?.timeZone ?? null,
      language: report.language ?? before?.language ?? null,
      touches: report.touches || before?.touches === true,
    });
  }
  return [...byClick.values()];
}
