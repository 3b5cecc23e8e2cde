import {
  addDomain,
  listDomains,
  type ProjectDomain,
  removeDomain,
  setPrimaryDomain,
  verifyDomain,
} from '@fairlead/contract/operations/dashboard/domains';
import type { Account } from '../../account/Account.ts';
import { command } from '../../command.ts';
import { CommandError } from '../../CommandError.ts';
import { confirm } from '../../terminal/confirm.ts';
import { renderPairs, renderTable } from '../../terminal/renderTable.ts';
import type { Style } from '../../terminal/Style.ts';

const list = command({
  name: 'domain list',
  summary: 'Link domains of the project',
  options: {},
  async run({ account }) {
    const me = await account();
    return me.call(listDomains, { params: { projectId: await me.projectId() } });
  },
  render({ domains }, style) {
    if (domains.length === 0) return ['There is no domain yet. Add one: fairlead domain add HOST'];
    return renderTable(
      ['HOST', 'STATUS', 'PRIMARY', 'LINKS', 'PROBLEM'],
      domains.map((domain) => [
        domain.host,
        domain.status,
        domain.isPrimary ? 'yes' : '',
        domain.linkCount,
        domain.problem,
      ]),
      style,
    );
  },
});

const add = command({
  name: 'domain add',
  summary: 'Add a link domain; prints the DNS records to set',
  parameters: ['HOST'],
  options: {},
  async run({ account }, _, [host = '']) {
    const me = await account();
    return me.call(addDomain, { params: { projectId: await me.projectId() }, body: { host } });
  },
  render: (result, style) => [
    ...renderDomain(result, style),
    '',
    'Set these records at your DNS provider, then: fairlead domain verify HOST',
  ],
});

const verify = command({
  name: 'domain verify',
  summary: 'Check the DNS of a domain now; status 1 while it is not verified',
  parameters: ['HOST'],
  options: {},
  run: ({ account }, _, [host = '']) => onDomain(account, host, verifyDomain),
  failed: ({ status }) => status !== 'verified',
  render: renderDomain,
});

const primary = command({
  name: 'domain primary',
  summary: 'Use a domain for new links',
  parameters: ['HOST'],
  options: {},
  run: ({ account }, _, [host = '']) => onDomain(account, host, setPrimaryDomain),
  render: ({ host }) => [`New links are created under ${host}.`],
});

const remove = command({
  name: 'domain remove',
  summary: 'Remove a domain that no live link uses',
  parameters: ['HOST'],
  options: {},
  async run(context, _, [host = '']) {
    const me = await context.account();
    const params = await paramsOf(me, host);
    await confirm(context, `Remove the domain ${host}?`);
    return { host, ...(await me.call(removeDomain, { params })) };
  },
  render: ({ host }) => [`Removed ${host}.`],
});

async function onDomain(
  account: () => Promise<Account>,
  host: string,
  operation: typeof verifyDomain | typeof setPrimaryDomain,
): Promise<ProjectDomain> {
  const me = await account();
  return me.call(operation, { params: await paramsOf(me, host) });
}

async function paramsOf(
  account: Account,
  host: string,
): Promise<{ projectId: string; domainId: string }> {
  const projectId = await account.projectId();
  const { domains } = await account.call(listDomains, { params: { projectId } });
  const found = domains.find((domain) => domain.host === host.toLowerCase() || domain.id === host);
  if (found !== undefined) return { projectId, domainId: found.id };
  const hosts = domains.map((domain) => domain.host).join(', ') || 'none';
  throw new CommandError(1, `The project has no domain "${host}"; there is: ${hosts}`);
}

function renderDomain({ host, status, problem, records }: ProjectDomain, style: Style): string[] {
  return [
    ...renderPairs(
      [
        ['Host', host],
        ['Status', status],
        ['Problem', problem],
      ],
      style,
    ),
    '',
    ...renderTable(
      ['TYPE', 'NAME', 'VALUE', 'STATE', 'SEEN'],
      records.map((record) => [
        record.type,
        record.name,
        record.value,
        record.state,
        record.seen.join(', '),
      ]),
      style,
    ),
  ];
}

export const DOMAINS = [list, add, verify, primary, remove];
