import { command } from '../../command.ts';

export const userResetPassword = command({
  name: 'user reset-password',
  summary: 'Give a person a new password, end all their sessions and remove their passkeys',
  parameters: ['EMAIL'],
  audience: 'operator',
  options: {
    'remove-second-factor': {
      kind: 'flag',
      help: 'also turn the second factor off, for someone who lost the phone too',
    },
  },
  run: ({ program }, values, [email = '']) =>
    program([
      'user-reset-password',
      email,
      ...(values['remove-second-factor'] ? ['--remove-second-factor'] : []),
    ]),
  render: ({ email, password, signInUrl, sessionsEnded, passkeysRemoved, secondFactor }) => [
    `New password of ${String(email)}: ${String(password)}   (shown only once)`,
    `${String(sessionsEnded)} sessions ended, ${String(passkeysRemoved)} passkeys removed.`,
    ...(secondFactor === true
      ? ['Signing in still asks for the second factor; --remove-second-factor turns it off.']
      : []),
    '',
    `Pass it on through a safe channel. They sign in at ${String(signInUrl)} and choose another one under Account.`,
  ],
});
