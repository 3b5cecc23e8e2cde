import { command } from '../command.ts';
import { locateBackup } from '../locateBackup.ts';

export const restore = command({
  name: 'restore',
  summary: 'Bring a backup (a file or s3://…) into an empty database, while its server is stopped',
  parameters: ['FILE'],
  options: {
    verify: { kind: 'flag', help: 'only read the file and check that it is whole' },
    'secret-lost': {
      kind: 'flag',
      help: 'restore without the SECRET: apps and sign-ins start over',
    },
  },
  run: (_, values, [file = ''], program) =>
    program([
      'restore',
      locateBackup(file),
      ...(values.verify ? ['--verify'] : []),
      ...(values['secret-lost'] ? ['--secret-lost'] : []),
    ]),
  render: ({ file, rows, tables, createdAt, version, verified }) => [
    `${verified === true ? 'Whole' : 'Restored'}: ${String(file)}, ${String(rows)} rows of ${String(tables)} tables, written by Fairlead ${String(version)} at ${String(createdAt)}.`,
  ],
});
