import {
  getIdentitySecret,
  rotateIdentitySecret,
} from '@fairlead/contract/operations/dashboard/identity';
import { getProject, updateProject } from '@fairlead/contract/operations/dashboard/projects';
import { command } from '../../command.ts';
import { CommandError } from '../../CommandError.ts';
import { renderFields } from '../../terminal/renderTable.ts';

const show = command({
  name: 'identity show',
  summary: 'Whether apps need a proof to identify people, and the secret for it',
  options: {},
  async run({ account }) {
    const me = await account();
    const params = { projectId: await me.projectId() };
    const { identify } = await me.call(getProject, { params });
    return { identify, ...(await me.call(getIdentitySecret, { params })) };
  },
  render: renderFields,
});

const rotate = command({
  name: 'identity rotate',
  summary: 'Make the secret for proofs, or another one; it is shown only once',
  options: {
    'grace-hours': {
      kind: 'text',
      value: 'N',
      help: 'how long proofs of the one before count: 24 if left out, 0 to end them immediately',
    },
  },
  async run({ account }, { 'grace-hours': hours }) {
    if (hours !== undefined && !/^\d{1,3}$/.test(hours)) {
      throw new CommandError(2, '--grace-hours takes a whole number from 0 to 720');
    }
    const me = await account();
    const params = { projectId: await me.projectId() };
    const body = hours === undefined ? {} : { graceHours: Number(hours) };
    return me.call(rotateIdentitySecret, { params, body });
  },
  render: ({ secret, previousUntil }) => [
    secret,
    'This secret is shown only once. A proof is the hex HMAC-SHA256 of a customer’s id with it.',
    ...(previousUntil === null
      ? []
      : [`Proofs made with the one before count until ${previousUntil}.`]),
  ],
});

const requireProof = command({
  name: 'identity require',
  summary: 'Say whether apps need a proof to identify people: apps (none) or signed',
  parameters: ['apps|signed'],
  options: {},
  async run({ account }, _, [identify = '']) {
    if (identify !== 'apps' && identify !== 'signed') {
      throw new CommandError(2, `Say apps or signed, not "${identify}"`);
    }
    const me = await account();
    const params = { projectId: await me.projectId() };
    return me.call(updateProject, { params, body: { identify } });
  },
  render: ({ identify }) => [
    identify === 'signed' ? 'Apps need a proof from your server now.' : 'Apps need no proof now.',
  ],
});

export const IDENTITY = [show, requireProof, rotate];
