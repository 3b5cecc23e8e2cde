import {
  createProject,
  getProject,
  listProjects,
} from '@fairlead/contract/operations/dashboard/projects';
import { readProfiles, saveProfile } from '../../account/profiles.ts';
import { command } from '../../command.ts';
import { CommandError } from '../../CommandError.ts';
import { renderFields, renderTable } from '../../terminal/renderTable.ts';

const list = command({
  name: 'project list',
  summary: 'Projects of the person who is signed in',
  options: {},
  run: async ({ account }) => (await account()).call(listProjects, {}),
  render({ projects }, style) {
    if (projects.length === 0)
      return ['There is none yet. Create one: fairlead project create NAME'];
    return renderTable(
      ['NAME', 'ROLE', 'PLAN', 'ID'],
      projects.map(({ name, role, plan, id }) => [name, role, plan, id]),
      style,
    );
  },
});

const create = command({
  name: 'project create',
  summary: 'Create a project',
  parameters: ['NAME'],
  options: {
    'default-url': { kind: 'text', value: 'URL', help: 'where links without a destination go' },
  },
  async run({ account }, { 'default-url': defaultUrl }, [name = '']) {
    const body = { name, ...(defaultUrl !== undefined && { defaultUrl }) };
    return (await account()).call(createProject, { body });
  },
  render: ({ id, name }) => [`Created "${name}". Work in it: fairlead project use ${id}`],
});

const show = command({
  name: 'project show',
  summary: 'Settings of the project',
  options: {},
  async run({ account }) {
    const me = await account();
    return me.call(getProject, { params: { projectId: await me.projectId() } });
  },
  render: renderFields,
});

const use = command({
  name: 'project use',
  summary: 'Work in a project from now on',
  parameters: ['ID'],
  options: {},
  async run({ account, env, common }, _, [wanted = '']) {
    const { projects } = await (await account()).call(listProjects, {});
    const found = projects.find(({ id, name }) => id === wanted || name === wanted);
    if (found === undefined) {
      throw new CommandError(1, `You have no project "${wanted}". See: fairlead project list`);
    }
    const { current, profiles } = await readProfiles(env);
    const name = common.profile ?? env['FAIRLEAD_PROFILE'] ?? current;
    const profile = profiles[name];
    if (profile === undefined) throw new CommandError(4, `There is no profile "${name}".`);
    await saveProfile(env, name, { ...profile, projectId: found.id });
    return { profile: name, projectId: found.id, name: found.name };
  },
  render: ({ name }) => [`Now working in "${name}".`],
});

export const PROJECTS = [list, create, show, use];
