import { type DryRun, dryRunLink, dryRunProject } from '@fairlead/contract/operations/rules';
import { findLink, LINK } from '../../account/findLink.ts';
import { command, type CommandOptions, type ValuesOf } from '../../command.ts';
import { CommandError } from '../../CommandError.ts';
import { definedFields } from '../../definedFields.ts';
import { renderTable } from '../../terminal/renderTable.ts';
import { DESTINATIONS, destinationsOf, routesOf, RULES } from './linkFields.ts';

const TIMES = {
  days: { kind: 'text', value: 'N', help: 'visits of so many days; 30 if left out' },
  at: { kind: 'text', value: 'TIME', help: 'for which times of rules are judged' },
} as const satisfies CommandOptions;

function timesOf({ days, at }: ValuesOf<typeof TIMES>) {
  if (days !== undefined && !/^[1-9]\d{0,3}$/.test(days)) {
    throw new CommandError(2, `--days takes a whole number of at least 1, not "${days}"`);
  }
  return definedFields({ days: days === undefined ? undefined : Number(days), at });
}

const ofLink = command({
  name: 'link dry-run',
  summary: 'Say what a change would have done to the visits of the last days; changes nothing',
  parameters: [LINK],
  options: {
    ...RULES,
    ...DESTINATIONS,
    ...TIMES,
    before: { kind: 'text', value: 'TIME', help: 'visits before this time; now if left out' },
  },
  async run({ account, terminal }, values, [named = '']) {
    const body = {
      ...destinationsOf(values),
      ...(await routesOf(terminal, values)),
      ...timesOf(values),
      ...definedFields({ before: values.before }),
    };
    const me = await account();
    const { id } = await findLink(me, named);
    return me.call(dryRunLink, { params: { id }, body });
  },
  render: renderDryRun,
});

const ofProject = command({
  name: 'project dry-run',
  summary: 'The same of all links of the project, or of some, or of another default URL',
  options: {
    ...RULES,
    'default-url': { kind: 'text', value: 'URL', help: 'as if the project had this default URL' },
    tag: { kind: 'text', value: 'TAG', help: 'only links with this tag' },
    search: { kind: 'text', value: 'TEXT', help: 'only links whose name, slug or URLs have it' },
    ...TIMES,
  },
  async run({ account, terminal }, values) {
    const filter = definedFields({ tag: values.tag, search: values.search });
    const changes = {
      ...(await routesOf(terminal, values)),
      ...definedFields({ defaultUrl: values['default-url'] }),
    };
    if (Object.keys(changes).length === 0) {
      throw new CommandError(2, 'Give what would change: --rules, --variants or --default-url');
    }
    const me = await account();
    const params = { projectId: await me.projectId() };
    return me.call(dryRunProject, { params, body: { filter, ...changes, ...timesOf(values) } });
  },
  render: renderDryRun,
});

function renderDryRun(run: DryRun, style: Parameters<typeof renderTable>[2]): string[] {
  const { from, to, links, visits, changed, routes, unknown, reasons, sampled, told } = run;
  const moved = changed.map((each) => [each.visits, each.from, each.to, each.fromUrl, each.toUrl]);
  return [
    `${visits} visits by people${links === undefined ? '' : ` to ${links} links`}, ${from} to ${to}`,
    '',
    ...(moved.length === 0
      ? ['Nobody would be led otherwise.']
      : renderTable(['VISITS', 'LED BY NOW', 'THEN', 'TO NOW', 'TO THEN'], moved, style)),
    '',
    ...renderTable(
      ['VISITS', 'WOULD BE LED BY'],
      routes.map((each) => [each.visits, each.to]),
      style,
    ),
    ...(unknown === 0 ? [] : ['', `Not known for ${unknown} visits.`]),
    ...reasons.map((each) => `${each.condition}: decisive for ${each.visits} of them`),
    ...(sampled === null ? [] : [`Judged one by one: ${sampled} visits; numbers are scaled up.`]),
    ...told.map((sentence) => `Note: ${sentence}`),
  ];
}

export const DRY_RUNS = [ofLink, ofProject];
