import { getProject } from '@fairlead/contract/operations/dashboard/projects';
import { simulateVisit } from '@fairlead/contract/operations/explain';
import {
  type ManagedLink,
  updateLink,
  type UpdateLinkRequest,
} from '@fairlead/contract/operations/linkManagement';
import { getLinkResults, type LinkResults } from '@fairlead/contract/operations/rules';
import { restSentence, ruleSentence, variantSentence } from '@fairlead/contract/ruleWords';
import type { Account } from '../../account/Account.ts';
import { findLink, LINK } from '../../account/findLink.ts';
import { command } from '../../command.ts';
import { CommandError } from '../../CommandError.ts';
import { definedFields } from '../../definedFields.ts';
import { readJsonFile } from '../../terminal/readArgument.ts';
import { renderColumns } from '../../terminal/renderColumns.ts';
import { renderTable } from '../../terminal/renderTable.ts';
import type { Terminal } from '../../terminal/Terminal.ts';
import { readVisitor, renderVisit } from './explainLink.ts';
import { fieldOf, routesOf, RULES } from './linkFields.ts';
import { renderExperiment } from './renderExperiment.ts';

const show = command({
  name: 'link rules',
  summary: 'Show the rules and the experiment of a link as sentences, or set them',
  parameters: [LINK],
  options: {
    set: {
      kind: 'text',
      value: 'FILE',
      help: 'JSON with rules, variants or both, as --json prints them; - for standard input',
    },
    clear: { kind: 'flag', help: 'remove all rules and variants' },
  },
  async run({ account, terminal }, { set, clear }, [named = '']) {
    if (set !== undefined && clear) throw new CommandError(2, 'Either --set or --clear');
    const body = clear ? { rules: null, variants: null } : await readSet(terminal, set);
    const me = await account();
    const found = await findLink(me, named);
    const params = { id: found.id };
    return describe(me, body === null ? found : await me.call(updateLink, { params, body }));
  },
  render: ({ shortUrl, sentences, ruleNotes }) => [
    shortUrl,
    ...renderColumns(sentences.map(({ name, says }) => [name, says])),
    ...ruleNotes.map(({ message }) => `Note: ${message}`),
  ],
});

async function readSet(
  terminal: Terminal,
  file: string | undefined,
): Promise<UpdateLinkRequest | null> {
  const read = await readJsonFile(terminal, '--set', file);
  if (read === undefined) return null;
  const found = definedFields({
    rules: fieldOf(read, 'rules'),
    variants: fieldOf(read, 'variants'),
  });
  if (Object.keys(found).length > 0) return found as UpdateLinkRequest;
  throw new CommandError(2, '--set takes a JSON object with rules, variants or both; null removes');
}

/** Rules and variants of a link, with a sentence for each. */
export async function describe(account: Account, link: ManagedLink) {
  const { id, shortUrl, rules = [], variants = null, ruleNotes = [] } = link;
  const timeZone = await timeZoneOf(account);
  const sentences = [
    ...rules.map((rule) => ({ name: rule.name ?? '', says: ruleSentence(rule, timeZone) })),
    ...(variants?.map((variant) => ({ name: variant.name, says: variantSentence(variant) })) ?? [
      { name: '', says: restSentence(link) },
    ]),
  ];
  return { id, shortUrl, rules, variants, ruleNotes, sentences };
}

/** Settings of the project are for its members; a key does not see them. */
async function timeZoneOf(account: Account): Promise<string | null> {
  if (account.kind !== 'session') return null;
  const params = { projectId: await account.projectId() };
  return (await account.call(getProject, { params })).timeZone;
}

const simulate = command({
  name: 'link simulate',
  summary: 'Say what a link does for a visitor of your own making; counts nothing',
  parameters: [LINK],
  options: {
    as: { kind: 'text', value: 'VISITOR', help: 'a kind of visitor, such as ios-safari' },
    'user-agent': { kind: 'text', value: 'TEXT', help: 'of the browser, instead of --as' },
    country: { kind: 'text', value: 'CODE', help: 'such as DE' },
    language: { kind: 'text', value: 'TAG', help: 'such as de-AT' },
    referrer: { kind: 'text', value: 'HOST', help: 'of the page before' },
    query: { kind: 'text', value: 'QUERY', help: 'appended to the link, such as _nodl=1' },
    at: { kind: 'text', value: 'TIME', help: 'of the visit, such as 2027-01-31T09:00:00Z' },
    build: { kind: 'text', value: 'N', help: 'of the app that opens the link' },
    visitor: { kind: 'text', value: 'TEXT', help: 'any text: shares are drawn by it' },
    ...RULES,
  },
  async run({ account, terminal }, values, [named = '']) {
    const at = named.indexOf('?');
    const visitor = definedFields({
      ...readVisitor(values.as),
      userAgent: values['user-agent'],
      country: values.country,
      language: values.language,
      referrer: values.referrer,
      query: values.query ?? (at < 0 ? undefined : named.slice(at + 1)),
      at: values.at,
      appBuild: values.build,
      visitor: values.visitor,
    });
    const body = { visitor, ...(await routesOf(terminal, values)) };
    const me = await account();
    const { id } = await findLink(me, at < 0 ? named : named.slice(0, at));
    return me.call(simulateVisit, { params: { id }, body });
  },
  render: renderVisit,
});

const results = command({
  name: 'link results',
  summary: 'What the rules and variants of a link have brought',
  parameters: [LINK],
  options: {
    from: { kind: 'text', value: 'TIME', help: 'inclusive; the last change if left out' },
    to: { kind: 'text', value: 'TIME', help: 'exclusive' },
    by: {
      kind: 'text',
      value: 'WHAT',
      help: 'opens or installs: what the experiment is judged by',
    },
  },
  async run({ account }, { from, to, by }, [named = '']) {
    const query = definedFields({ from, to, by: readBy(by) });
    const me = await account();
    const { id, shortUrl } = await findLink(me, named);
    return { id, shortUrl, ...(await me.call(getLinkResults, { params: { id }, query })) };
  },
  render: ({ shortUrl, from, to, routes, experiment, by }, style) => [
    `${shortUrl}, ${from} to ${to}`,
    ...renderTable(
      ['LED BY', 'CLICKS', 'PEOPLE', 'OPENS', 'INSTALLS'],
      routes.map(({ kind, name, current, clicks, people, opens, installs }) => [
        `${name === null ? 'the link itself' : `${kind} ${name}`}${current ? '' : ' (former)'}`,
        clicks,
        people,
        opens,
        installs,
      ]),
      style,
    ),
    ...(experiment === null ? [] : ['', ...renderExperiment(experiment, by)]),
  ],
});

function readBy(by: string | undefined): LinkResults['by'] | undefined {
  if (by === undefined || by === 'opens' || by === 'installs') return by;
  throw new CommandError(2, `--by is opens or installs, not "${by}"`);
}

export const RULE_COMMANDS = [show, simulate, results];
