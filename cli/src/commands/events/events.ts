import { readFile } from 'node:fs/promises';
import { wholeUnits } from '@fairlead/contract/currencies';
import { type EventDimension, EventNumbersQuery } from '@fairlead/contract/eventNumbers';
import type { RevenueSum } from '@fairlead/contract/eventResources';
import { EVENT_SPEAKERS } from '@fairlead/contract/eventSpeakers';
import { importCosts } from '@fairlead/contract/operations/costs';
import {
  type DeletedEvents,
  deleteEvents,
  deleteEventsForOperator,
  type DeleteEventsRequest,
  undeleteEvents,
  undeleteEventsForOperator,
} from '@fairlead/contract/operations/events';
import {
  getCohorts,
  getEventNumbers,
  getEventReceipt,
  getFunnel,
} from '@fairlead/contract/operations/eventNumbers';
import { callsOf, readCosts } from '@fairlead/imports/readCosts';
import { findLink, inProject, LINK } from '../../account/findLink.ts';
import type { Account } from '../../account/Account.ts';
import { command } from '../../command.ts';
import { CommandError } from '../../CommandError.ts';
import { definedFields } from '../../definedFields.ts';
import { confirm } from '../../terminal/confirm.ts';
import { renderPairs, renderTable } from '../../terminal/renderTable.ts';
import { oneOf, WINDOW, windowOf } from '../window.ts';

const UNITS = ['day', 'week', 'month'] as const;
const CREDITS = ['any', 'install', 'reengagement'] as const;
const DIMENSIONS = EventNumbersQuery.properties.by.anyOf.map(({ const: name }) => name);

/** The id of the link that an option names. */
async function linkId(me: Account, named: string | undefined): Promise<string | undefined> {
  return named === undefined ? undefined : (await findLink(me, named)).id;
}

const SAID_BY = {
  kind: 'text',
  value: 'WHO',
  help: `only events that this one said: ${EVENT_SPEAKERS.join(', ')}`,
} as const;

const numbers = command({
  name: 'events',
  summary: 'Events, revenue, conversion and return of the project, by what brought the people',
  options: {
    ...WINDOW,
    by: { kind: 'text', value: 'WHAT', help: `${DIMENSIONS.join(', ')}; name if left out` },
    credit: { kind: 'text', value: 'SERIES', help: CREDITS.join(', ') },
    name: { kind: 'text', value: 'NAME', help: 'only events of this name' },
    'said-by': SAID_BY,
    link: { kind: 'text', value: LINK, help: 'only what this link has the credit for' },
  },
  async run({ account }, values) {
    const me = await account();
    const link = await linkId(me, values.link);
    const by = oneOf<EventDimension>('by', DIMENSIONS, values.by);
    const credit = oneOf('credit', CREDITS, values.credit);
    const { name } = values;
    const saidBy = oneOf('said-by', EVENT_SPEAKERS, values['said-by']);
    const query = { ...windowOf(values), ...definedFields({ by, credit, name, saidBy, link }) };
    return me.call(getEventNumbers, { params: { projectId: await me.projectId() }, query });
  },
  render({ from, to, total, groups }, style) {
    return [
      style.paint('bold', `${from} to ${to}`),
      ...renderPairs(
        [
          ['Events', total.events],
          ['People', total.people],
          ['Revenue', sumsText(total.revenue)],
          ['Installs', total.installs],
          ['Converted', total.converted],
        ],
        style,
      ),
      '',
      ...renderTable(
        ['', 'EVENTS', 'PEOPLE', 'REVENUE', 'CONVERSION', 'COST', 'RETURN'],
        groups.map((group) => [
          group.title ?? group.value ?? '(unknown)',
          group.events,
          group.people,
          sumsText(group.revenue),
          percent(group.conversion),
          sumsText(group.cost),
          group.return
            .map(({ currency, ratio }) => `${ratio?.toFixed(2) ?? 'undefined'} ${currency}`)
            .join(', '),
        ]),
        style,
      ),
    ];
  },
});

const cohorts = command({
  name: 'events cohorts',
  summary: 'Retention and revenue by when people installed the app',
  options: {
    ...WINDOW,
    unit: { kind: 'text', value: 'UNIT', help: `${UNITS.join(', ')}; day if left out` },
    link: { kind: 'text', value: LINK, help: 'only people whom this link has brought' },
  },
  async run({ account }, values) {
    const me = await account();
    const link = await linkId(me, values.link);
    const unit = oneOf('unit', UNITS, values.unit);
    const query = { ...windowOf(values), ...definedFields({ unit, link }) };
    return me.call(getCohorts, { params: { projectId: await me.projectId() }, query });
  },
  render({ cohorts: all, total }, style) {
    return [
      ...renderTable(
        ['COHORT', 'INSTALLS', ...total.map(({ day }) => `DAY ${day}`)],
        all.map(({ start, installs, ages }) => [
          start,
          installs,
          ...ages.map(({ size, classic }) => percent(size === 0 ? null : classic / size)),
        ]),
        style,
      ),
      '',
      ...renderTable(
        ['ALL', 'OLD ENOUGH', 'CLASSIC', 'ROLLING', 'CUMULATIVE', 'REVENUE UNTIL THEN'],
        total.map(({ day, size, classic, rolling, cumulative, revenue }) => [
          `day ${day}`,
          size,
          ...[classic, rolling, cumulative].map((count) =>
            percent(size === 0 ? null : count / size),
          ),
          sumsText(revenue),
        ]),
        style,
      ),
    ];
  },
});

const funnel = command({
  name: 'events funnel',
  summary: 'How many people go from one event to the next',
  options: {
    ...WINDOW,
    step: { kind: 'texts', value: 'NAME', help: 'name of an event; once for each step, in order' },
    hours: { kind: 'text', value: 'N', help: 'from the first step to the last; 168 if left out' },
    link: { kind: 'text', value: LINK, help: 'only people whom this link has brought' },
  },
  async run({ account }, values) {
    if (values.step.length < 2) throw new CommandError(2, 'Give at least two: --step A --step B');
    if (values.hours !== undefined && !/^[1-9]\d{0,3}$/.test(values.hours)) {
      throw new CommandError(
        2,
        `--hours takes a whole number of at least 1, not "${values.hours}"`,
      );
    }
    const me = await account();
    const link = await linkId(me, values.link);
    const windowHours = values.hours === undefined ? undefined : Number(values.hours);
    const body = {
      ...windowOf(values),
      steps: [...values.step],
      ...definedFields({ windowHours, link }),
    };
    return me.call(getFunnel, { params: { projectId: await me.projectId() }, body });
  },
  render: ({ steps }, style) =>
    renderTable(
      ['STEP', 'PEOPLE', 'OF THE FIRST', 'OF THE ONE BEFORE'],
      steps.map(({ name, people, ofFirst, ofPrevious }) => [
        name,
        people,
        percent(ofFirst),
        percent(ofPrevious),
      ]),
      style,
    ),
});

const receipt = command({
  name: 'events receipt',
  summary: 'What an event is credited to, and why',
  parameters: ['EVENT_ID'],
  options: {},
  async run({ account }, _values, [eventId = '']) {
    const me = await account();
    const params = { projectId: await me.projectId() };
    return me.call(getEventReceipt, { params, query: { eventId } });
  },
  render: (
    { name, at, saidBy, revenue, revenueCounts, test, reason, install, reengagement },
    style,
  ) =>
    renderPairs(
      [
        ['Event', test ? `${name} (a test)` : name],
        ['At', at],
        ['Said by', saidBy],
        [
          'Revenue',
          revenue === null
            ? ''
            : `${sumsText([revenue])}${revenueCounts ? '' : ' (not added: an app said it)'}`,
        ],
        ['Reason', reason],
        ['By the install', install?.title ?? 'no link'],
        ['By re-engagement', reengagement?.title ?? 'no link'],
      ],
      style,
    ),
});

const costs = command({
  name: 'events costs',
  summary:
    'Store what campaigns or links have cost, from a CSV file with day, campaign or link, currency and amount',
  parameters: ['FILE'],
  options: {
    currency: {
      kind: 'text',
      value: 'CODE',
      help: 'such as EUR, where the file has no column for it',
    },
  },
  async run({ account, terminal }, values, [file = '']) {
    const bytes =
      file === '-' ? await terminal.readInput() : await readFile(file).catch(unreadable);
    const { costs: read, problems } = readCosts(bytes, values.currency);
    if (problems.length > 0) {
      throw new CommandError(
        1,
        `Nothing was stored.\n${problems.slice(0, MOST_PROBLEMS).join('\n')}`,
      );
    }
    const me = await account();
    const params = { projectId: await me.projectId() };
    let stored = 0;
    for (const call of callsOf(read)) {
      stored += (await me.call(importCosts, { params, body: { costs: call } })).stored;
    }
    return { stored };
  },
  render: ({ stored }) => [`Stored ${stored} costs. The same file can be sent again.`],
});

const remove = command({
  name: 'events delete',
  summary: 'Delete events of a time, which can be undone for a day; shows which and asks first',
  audience: 'both',
  options: {
    from: { ...WINDOW.from, required: true },
    to: { ...WINDOW.to, required: true },
    'said-by': SAID_BY,
    name: { kind: 'text', value: 'NAME', help: 'only events of this name' },
    source: { kind: 'text', value: 'ID', help: 'only events of this event source' },
    'dry-run': { kind: 'flag', help: 'delete nothing; show what would be deleted' },
  },
  async run(context, { from, to, name, source, ...values }) {
    const saidBy = oneOf('said-by', EVENT_SPEAKERS, values['said-by']);
    const selection = { from, to, ...definedFields({ saidBy, name, source }) };
    const me = await context.account({ operator: true });
    const preview = await deleteWith(me, { ...selection, dryRun: true });
    const all = preview.events + preview.tests;
    if (values['dry-run'] || all === 0) return preview;
    const revenue = preview.revenue.length === 0 ? '' : `, ${sumsText(preview.revenue)}`;
    await confirm(context, `Delete ${all} events (${preview.tests} of them tests${revenue})?`);
    return deleteWith(me, { ...selection, dryRun: false });
  },
  render: ({ events, tests, saidBy, revenue, deletionId, undoUntil }, style) => [
    ...renderPairs(
      [
        ['Events', events],
        ['Tests', tests],
        ['Said by', saidBy.map((each) => `${each.saidBy}: ${each.events}`).join(', ')],
        ['Revenue', sumsText(revenue)],
      ],
      style,
    ),
    deletionId === null
      ? 'Nothing was deleted.'
      : `Deleted. Undo it until ${undoUntil}: fairlead events undelete ${deletionId}`,
  ],
});

async function deleteWith(me: Account, body: DeleteEventsRequest): Promise<DeletedEvents> {
  return me.kind === 'operator'
    ? me.call(deleteEventsForOperator, { params: { projectId: await me.projectId() }, body })
    : me.call(deleteEvents, { query: await inProject(me), body });
}

const bringBack = command({
  name: 'events undelete',
  summary: 'Bring deleted events back, within a day',
  parameters: ['DELETION_ID'],
  audience: 'both',
  options: {},
  async run({ account }, _values, [deletionId = '']) {
    const me = await account({ operator: true });
    const body = { deletionId };
    return me.kind === 'operator'
      ? me.call(undeleteEventsForOperator, { params: { projectId: await me.projectId() }, body })
      : me.call(undeleteEvents, { query: await inProject(me), body });
  },
  render: () => ['The events count again.'],
});

/** More would help nobody. */
const MOST_PROBLEMS = 20;

function unreadable(error: unknown): never {
  throw new CommandError(1, error instanceof Error ? error.message : String(error));
}

const percent = (share: number | null) => (share === null ? '' : `${(share * 100).toFixed(1)} %`);

/** Amounts in whole units, such as `12.34 EUR, 500 JPY`. */
function sumsText(sums: readonly RevenueSum[]): string {
  return sums
    .map(({ currency, amount }) => `${wholeUnits(amount, currency)} ${currency}`)
    .join(', ');
}

export const EVENTS = [numbers, cohorts, funnel, receipt, costs, remove, bringBack];
