import { command } from '../../command.ts';

export const userInvite = command({
  name: 'user invite',
  summary: 'Make an account for a person, or a link that lets them into a project',
  parameters: ['EMAIL'],
  audience: 'operator',
  options: {
    project: { kind: 'text', value: 'ID', help: 'project to join; without it they get an account' },
    role: {
      kind: 'text',
      value: 'ROLE',
      help: 'admin or viewer of the project; viewer when left out',
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
          'Pass the link on by a safe way: whoever has it can join. Nothing was mailed.',
        ]
      : [
          `Made an account for ${String(email)}.`,
          `Password: ${String(password)}   (shown this once)`,
          '',
          `Pass it on by a safe way. They sign in at ${String(signInUrl)} and make a project of their own. Nothing was mailed.`,
        ],
});

function nameOf(project: unknown): string {
  return String((project as { name?: unknown } | null)?.name);
}
