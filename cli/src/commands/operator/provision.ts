import { provision as operation } from '@fairlead/contract/operations/operator';
import { command } from '../../command.ts';
import { APP_OPTIONS, appFields } from '../project/appFields.ts';
import { definedFields } from '../../definedFields.ts';
import { renderColumns } from '../../terminal/renderColumns.ts';

/** The one object of `--json`, in this order (Rule: surfaces 9). */
const FIELDS = [
  ['projectId', 'Project'],
  ['plan', 'Plan'],
  ['appKey', 'Secret app key'],
  ['domain', 'Link domain'],
  ['linkOrigin', 'Links begin with'],
  ['baseUrl', 'API base'],
  ['userEmail', 'User'],
  ['userPassword', 'Password'],
  ['sessionToken', 'Session token'],
] as const;

export const provision = command({
  name: 'provision',
  summary: 'Create a user, a project, a verified link domain and a secret app key',
  audience: 'operator',
  options: {
    name: { kind: 'text', value: 'NAME', help: 'name of the project', required: true },
    plan: {
      kind: 'text',
      value: 'PLAN',
      help: 'free, pro, business or self-hosted; that of new projects if left out',
    },
    domain: { kind: 'text', value: 'HOST', help: 'link domain, taken as verified; none without' },
    email: { kind: 'text', value: 'EMAIL', help: 'email of the user; generated if left out' },
    ...APP_OPTIONS,
  },
  run: async ({ call }, values) => {
    const reply = await call(operation, {
      body: {
        name: values.name,
        ...definedFields({ plan: values.plan, domain: values.domain, userEmail: values.email }),
        ...appFields(values),
      },
    });
    return Object.fromEntries(FIELDS.map(([name]) => [name, reply[name] ?? null]));
  },
  render: (result) => [
    'Created:',
    ...renderColumns(FIELDS.map(([name, label]) => [label, renderValue(result[name])])),
    '',
    'Key, password and token are shown only once; only their hashes are stored.',
  ],
});

function renderValue(value: unknown): string {
  return typeof value === 'string' ? value : 'none';
}
