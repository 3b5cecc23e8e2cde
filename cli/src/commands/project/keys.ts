import {
  createAppKey,
  listAppKeys,
  renameAppKey,
  revokeAppKey,
  rotateAppKey,
} from '@fairlead/contract/operations/dashboard/appKeys';
import type { Account, AnswerOf } from '../../account/Account.ts';
import { command } from '../../command.ts';
import { CommandError } from '../../CommandError.ts';
import { confirm } from '../../terminal/confirm.ts';
import { renderTable } from '../../terminal/renderTable.ts';

const list = command({
  name: 'key list',
  summary: 'App keys of the project',
  options: {},
  async run({ account }) {
    const me = await account();
    return me.call(listAppKeys, { params: { projectId: await me.projectId() } });
  },
  render: ({ keys }, style) =>
    renderTable(
      ['NAME', 'CLASS', 'BEGINS WITH', 'STATE', 'ID'],
      keys.map((key) => [key.name, key.class, key.prefix, key.state, key.id]),
      style,
    ),
});

const create = command({
  name: 'key create',
  summary: 'Create a key; it is shown only once',
  parameters: ['NAME'],
  options: {
    class: { kind: 'text', value: 'CLASS', help: 'secret (servers) or publishable (apps)' },
  },
  async run({ account }, { class: kind = 'publishable' }, [name = '']) {
    if (kind !== 'secret' && kind !== 'publishable') {
      throw new CommandError(2, `--class is secret or publishable, not "${kind}"`);
    }
    const me = await account();
    const params = { projectId: await me.projectId() };
    return me.call(createAppKey, { params, body: { name, class: kind } });
  },
  render: renderNew,
});

const rotate = command({
  name: 'key rotate',
  summary: 'Replace a key; the old one works on for the grace period',
  parameters: ['KEY_ID'],
  options: {
    'grace-hours': { kind: 'text', value: 'N', help: '24 if left out, 0 to end it immediately' },
  },
  async run({ account }, { 'grace-hours': hours }, [named = '']) {
    if (hours !== undefined && !/^\d{1,3}$/.test(hours)) {
      throw new CommandError(2, '--grace-hours takes a whole number from 0 to 720');
    }
    const me = await account();
    const params = await paramsOf(me, named);
    const body = hours === undefined ? {} : { graceHours: Number(hours) };
    return me.call(rotateAppKey, { params, body });
  },
  render: renderNew,
});

const rename = command({
  name: 'key rename',
  summary: 'Rename a key',
  parameters: ['KEY_ID', 'NAME'],
  options: {},
  async run({ account }, _, [named = '', name = '']) {
    const me = await account();
    return me.call(renameAppKey, { params: await paramsOf(me, named), body: { name } });
  },
  render: ({ name }) => [`It is now called "${name}".`],
});

const revoke = command({
  name: 'key revoke',
  summary: 'Revoke a key immediately',
  parameters: ['KEY_ID'],
  options: {},
  async run(context, _, [named = '']) {
    const me = await context.account();
    const params = await paramsOf(me, named);
    await confirm(context, `End the key ${named}? Whatever uses it stops at once.`);
    return { keyId: params.keyId, ...(await me.call(revokeAppKey, { params })) };
  },
  render: ({ keyId }) => [`Key ${keyId} no longer works.`],
});

function renderNew({ key, text }: AnswerOf<typeof createAppKey>): string[] {
  return [text, `This ${key.class} key is shown only once; only its hash is stored.`];
}

/** By id, or by the first characters, which the list shows. */
async function paramsOf(
  account: Account,
  named: string,
): Promise<{ projectId: string; keyId: string }> {
  const projectId = await account.projectId();
  const { keys } = await account.call(listAppKeys, { params: { projectId } });
  const found = keys.filter(({ id, prefix }) => id === named || prefix === named);
  if (found.length === 1) return { projectId, keyId: found[0]!.id };
  throw new CommandError(1, `There is no key "${named}". See: fairlead key list`);
}

export const KEYS = [list, create, rotate, rename, revoke];
