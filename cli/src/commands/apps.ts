import {
  getProject,
  type ProjectSettings,
  updateProject,
} from '@fairlead/contract/operations/dashboard/projects';
import { memberCommand } from '../command.ts';
import { CommandError } from '../CommandError.ts';
import { givenFields } from '../givenFields.ts';
import { renderPairs } from '../terminal/renderTable.ts';
import type { Style } from '../terminal/Style.ts';

const show = memberCommand({
  name: 'app show',
  summary: 'The app configuration of the project',
  options: {},
  async run({ account }) {
    const me = await account();
    return appsOf(await me.call(getProject, { params: { projectId: await me.projectId() } }));
  },
  render: renderApps,
});

const set = memberCommand({
  name: 'app set',
  summary: 'Change the app configuration; only what is given changes',
  options: {
    'ios-team': { kind: 'text', value: 'TEAM', help: 'Apple team identifier' },
    'ios-bundle': { kind: 'text', value: 'BUNDLE', help: 'iOS bundle identifier' },
    'ios-scheme': { kind: 'text', value: 'SCHEME', help: 'custom scheme of the iOS app' },
    'ios-store-id': { kind: 'text', value: 'ID', help: 'App Store identifier' },
    'android-package': { kind: 'text', value: 'PACKAGE', help: 'Android package name' },
    'android-sha256': { kind: 'texts', value: 'FINGERPRINT', help: 'signing certificate' },
    'android-scheme': { kind: 'text', value: 'SCHEME', help: 'custom scheme of the Android app' },
    'default-url': { kind: 'text', value: 'URL', help: 'where links without a destination go' },
  },
  async run({ account }, values) {
    const ios = givenFields({
      teamId: values['ios-team'],
      bundleId: values['ios-bundle'],
      scheme: values['ios-scheme'],
      storeId: values['ios-store-id'],
    });
    const prints = values['android-sha256'];
    const android = givenFields({
      packageName: values['android-package'],
      sha256Fingerprints: prints.length > 0 ? [...prints] : undefined,
      scheme: values['android-scheme'],
    });
    const defaultUrl = values['default-url'];
    const body = {
      ...(ios && { ios }),
      ...(android && { android }),
      ...(defaultUrl !== undefined && { defaultUrl }),
    };
    if (Object.keys(body).length === 0) {
      throw new CommandError(2, 'Nothing to change was given. See: fairlead help app set');
    }
    const me = await account();
    return appsOf(
      await me.call(updateProject, { params: { projectId: await me.projectId() }, body }),
    );
  },
  render: renderApps,
});

function appsOf({ id, defaultUrl, ios, android }: ProjectSettings) {
  return { projectId: id, defaultUrl, ios, android };
}

function renderApps(result: Readonly<Record<string, unknown>>, style: Style): string[] {
  const { defaultUrl, ios, android } = result as unknown as ReturnType<typeof appsOf>;
  return [
    style.paint('bold', `iOS${ios.complete ? '' : ' (incomplete: team and bundle are needed)'}`),
    ...renderPairs(
      [
        ['Team', ios.teamId],
        ['Bundle', ios.bundleId],
        ['Scheme', ios.scheme],
        ['App Store', ios.storeId],
      ],
      style,
    ),
    '',
    style.paint(
      'bold',
      `Android${android.complete ? '' : ' (incomplete: package and fingerprint are needed)'}`,
    ),
    ...renderPairs(
      [
        ['Package', android.packageName],
        ['Scheme', android.scheme],
        ...android.sha256Fingerprints.map((print): [string, string] => ['SHA-256', print]),
      ],
      style,
    ),
    '',
    ...renderPairs([['Default URL', defaultUrl ?? 'none']], style),
  ];
}

export const APPS = [show, set];
