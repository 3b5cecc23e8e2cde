import { command } from '../../command.ts';

export const userInvite = command({
  name: 'user invite',
  summary: 'Create an account for a person, or a link that lets them join a project',
  parameters: ['EMAIL'],
  audience: 'operator',
  options: {
    project: { kind: 'text', value: 'ID', help: 'project to join; without it they get an account' },
    role: {
      kind: 'text',
      value: 'ROLE',
      help: 'admin or viewer of the project; viewer if left out',
    },
  },
  run: ({ program }, { project, role }, [email = '']) =>
    program([
      'user-invite',
      email,
      ...(project === undefined ? [] : ['--project', project]),
      ...(role === undefined ? [] : ['--role', role]),
    ]),
  render: ({ email, password, signInUrl, project, role, link, expiresAt }) =>
    typeof link === 'string'
      ? [
          `${String(email)} can join ${nameOf(project)} as ${String(role)} until ${String(expiresAt)}:`,
          link,
          '',
          'Pass the link on through a safe channel: whoever has it can join. No email was sent.',
        ]
      : [
          `Created an account for ${String(email)}.`,
          `Password: ${String(password)}   (shown only once)`,
          '',
          `Pass it on through a safe channel. They sign in at ${String(signInUrl)} and create a project of their own. No email was sent.`,
        ],
});

function nameOf(project: unknown): string {
  return String((project as { name?: unknown } | null)?.name);
}
