import { command } from '../../command.ts';

export const demo = command({
  name: 'demo',
  summary: 'Fill a project with 40 links and 90 days of made-up visits, installs and receipts',
  audience: 'operator',
  options: {
    project: {
      kind: 'text',
      value: 'ID',
      help: 'project to fill; without it a new one is created',
    },
    yes: { kind: 'flag', help: 'fill the project even if it has links already' },
  },
  run: ({ program }, { project, yes }) =>
    program([
      'demo',
      ...(project === undefined ? [] : ['--project', project]),
      ...(yes ? ['--yes'] : []),
    ]),
  render: ({ name, links, clicks, installs, receipts, seconds, dashboard, email, password }) => [
    `Filled ${String(name)} in ${String(seconds)} s: ${String(links)} links, ${String(clicks)} clicks of 90 days, ${String(installs)} installs, ${String(receipts)} receipts.`,
    `See it at ${String(dashboard)}${typeof email === 'string' ? ` as ${email}` : ''}`,
    ...(typeof password === 'string' ? [`Password: ${password}   (shown only once)`] : []),
    'All of it is made up; delete the project when you are done.',
  ],
});
