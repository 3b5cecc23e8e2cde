import { provision as operation } from '@fairlead/contract/operations/operator';
import { command } from '../command.ts';
import { givenFields } from '../givenFields.ts';
import { renderColumns } from '../terminal/renderColumns.ts';

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
  summary: 'Make a user, a project, a verified link domain and a secret app key',
  options: {
    name: { kind: 'text', value: 'NAME', help: 'name of the project', required: true },
    plan: {
      kind: 'text',
      value: 'PLAN',
      help: 'free, pro, business or self-hosted; that of new projects when left out',
    },
    domain: { kind: 'text', value: 'HOST', help: 'link domain, taken as verified; none without' },
    'default-url': { kind: 'text', value: 'URL', help: 'where links without a destination go' },
    email: { kind: 'text', value: 'EMAIL', help: 'e-mail of the user; made up when left out' },
    'ios-team': { kind: 'text', value: 'TEAM', help: 'Apple team identifier' },
    'ios-bundle': { kind: 'text', value: 'BUNDLE', help: 'iOS bundle identifier' },
    'ios-scheme': { kind: 'text', value: 'SCHEME', help: 'custom scheme of the iOS app' },
    'ios-store-id': { kind: 'text', value: 'ID', help: 'App Store identifier' },
    'android-package': { kind: 'text', value: 'PACKAGE', help: 'Android package name' },
    'android-sha256': { kind: 'texts', value: 'FINGERPRINT', help: 'signing certificate' },
    'android-scheme': { kind: 'text', value: 'SCHEME', help: 'custom scheme of the Android app' },
  },
  run: async (call, values) => {
    const fingerprints = values['android-sha256'];
    const reply = await call(operation, {
      body: {
        name: values.name,
        ...givenFields({
          plan: values.plan,
          domain: values.domain,
          userEmail: values.email,
          defaultUrl: values['default-url'],
          // If none of its fields is given, the project has no such app.
          ios: givenFields({
            teamId: values['ios-team'],
            bundleId: values['ios-bundle'],
            scheme: values['ios-scheme'],
            storeId: values['ios-store-id'],
          }),
          android: givenFields({
            packageName: values['android-package'],
            sha256Fingerprints: fingerprints.length > 0 ? [...fingerprints] : undefined,
            scheme: values['android-scheme'],
          }),
        }),
      },
    });
    return Object.fromEntries(FIELDS.map(([name]) => [name, reply[name] ?? null]));
  },
  render: (result) => [
    'Made:',
    ...renderColumns(FIELDS.map(([name, label]) => [label, renderValue(result[name])])),
    '',
    'Key, password and token are shown this once; only their hashes are kept.',
  ],
});

function renderValue(value: unknown): string {
  return typeof value === 'string' ? value : 'none';
}
