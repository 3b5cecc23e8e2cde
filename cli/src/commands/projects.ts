import {
  createProject,
  getProject,
  listProjects,
  type ProjectSummary,
} from '@fairlead/contract/operations/dashboard/projects';
import { readProfiles, saveProfile } from '../account/profiles.ts';
import { memberCommand } from '../command.ts';
import { CommandError } from '../CommandError.ts';
import { renderFields, renderTable } from '../terminal/renderTable.ts';

const list = memberCommand({
  name: 'project list',
  summary: 'Projects of the person who is signed in',
  options: {},
  run: async ({ account }) => (await account()).call(listProjects, {}),
  render(result, style) {
    const { projects } = result as unknown as { projects: ProjectSummary[] };
    if (projects.length === 0) return ['There is none yet. Make one: fairlead project create NAME'];
    return renderTable(
      ['NAME', 'ROLE', 'PLAN', 'ID'],
      projects.map(({ name, role, plan, id }) => [name, role, plan, id]),
      style,
    );
  },
});

const create = memberCommand({
  name: 'project create',
  summary: 'Make a project',
  parameters: ['NAME'],
  options: {
    'default-url': { kind: 'text', value: 'URL', help: 'where links without a destination go' },
  },
  async run({ account }, { 'default-url': defaultUrl }, [name = '']) {
    const body = { name, ...(defaultUrl !== undefined && { defaultUrl }) };
    return (await account()).call(createProject, { body });
  },
  render: ({ id, name }) => [
    `Made "${String(name)}". Work in it: fairlead project use ${String(id)}`,
  ],
});

const show = memberCommand({
  name: 'project show',
  summary: 'Settings of the project',
  options: {},
  async run({ account }) {
    const me = await account();
    return me.call(getProject, { params: { projectId: await me.projectId() } });
  },
  render: renderFields,
});

const use = memberCommand({
  name: 'project use',
  summary: 'Work in a project from now on',
  parameters: ['ID'],
  options: {},
  async run({ account, env, given }, _, [wanted = '']) {
    const { projects } = await (await account()).call(listProjects, {});
    const found = projects.find(({ id, name }) => id === wanted || name === wanted);
    if (found === undefined) {
      throw new CommandError(1, `You have no project "${wanted}". See: fairlead project list`);
    }
    const { current, profiles } = await readProfiles(env);
    const name = given.profile ?? env['FAIRLEAD_PROFILE'] ?? current;
    const profile = profiles[name];
    if (profile === undefined) throw new CommandError(4, `There is no profile "${name}".`);
    await saveProfile(env, name, { ...profile, projectId: found.id });
    return { profile: name, projectId: found.id, name: found.name };
  },
  render: ({ name }) => [`Work goes on in "${String(name)}".`],
});

export const PROJECTS = [list, create, show, use];
