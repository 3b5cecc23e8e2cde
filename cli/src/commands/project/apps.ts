import {
  getProject,
  type ProjectSettings,
  updateProject,
} from '@fairlead/contract/operations/dashboard/projects';
import { command } from '../../command.ts';
import { CommandError } from '../../CommandError.ts';
import { APP_OPTIONS, appFields } from './appFields.ts';
import { renderPairs } from '../../terminal/renderTable.ts';
import type { Style } from '../../terminal/Style.ts';

const show = command({
  name: 'app show',
  summary: 'The app configuration of the project',
  options: {},
  async run({ account }) {
    const me = await account();
    return appsOf(await me.call(getProject, { params: { projectId: await me.projectId() } }));
  },
  render: renderApps,
});

const set = command({
  name: 'app set',
  summary: 'Change the app configuration; fields that you leave out stay as they are',
  options: APP_OPTIONS,
  async run({ account }, values) {
    const body = appFields(values);
    if (Object.keys(body).length === 0) {
      throw new CommandError(2, 'Nothing to change. See: fairlead help app set');
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

function renderApps(
  { defaultUrl, ios, android }: ReturnType<typeof appsOf>,
  style: Style,
): string[] {
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
