import {
  type LinkChange,
  listLinkHistory,
  revertLinkChange,
} from '@fairlead/contract/operations/dashboard/linkHistory';
import { LIMITS } from '@fairlead/contract/limits';
import type { Account } from '../../account/Account.ts';
import { findLink, LINK } from '../../account/findLink.ts';
import { command } from '../../command.ts';
import { confirm } from '../../terminal/confirm.ts';
import { renderFields, renderTable } from '../../terminal/renderTable.ts';

const history = command({
  name: 'link history',
  summary: 'Who changed a link, from what to what, the newest change first',
  parameters: [LINK],
  options: {},
  async run({ account }, _, [named = '']) {
    const me = await account();
    const params = await paramsOf(me, named);
    // Everything that is kept fits on a page.
    const query = { limit: LIMITS.linkChanges };
    const { changes } = await me.call(listLinkHistory, { params, query });
    return { changes };
  },
  render({ changes }, style) {
    if (changes.length === 0) return ['Nobody has changed this link.'];
    return renderTable(
      ['CHANGE', 'TIME', 'WHO', 'FIELD', 'BEFORE', 'AFTER'],
      changes.flatMap(rowsOf),
      style,
    );
  },
});

/** A row for each field. */
function rowsOf({ id, at, author, fields }: LinkChange): string[][] {
  return fields.map(({ field, before, after }) => [
    id,
    at,
    author.name,
    field,
    shown(before),
    shown(after),
  ]);
}

function shown(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const revert = command({
  name: 'link revert',
  summary: 'Set the fields of a change back to their values before it',
  parameters: [LINK, 'CHANGE'],
  options: {},
  async run(context, _, [named = '', changeId = '']) {
    const me = await context.account();
    const params = await paramsOf(me, named);
    await confirm(context, `Revert the change ${changeId}, at once for every visitor?`);
    return me.call(revertLinkChange, { params: { ...params, changeId } });
  },
  render: renderFields,
});

async function paramsOf(
  account: Account,
  named: string,
): Promise<{ projectId: string; linkId: string }> {
  const { id } = await findLink(account, named);
  return { projectId: await account.projectId(), linkId: id };
}

export const HISTORY = [history, revert];
