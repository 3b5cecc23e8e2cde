import { command } from '../../command.ts';
import { locateBackup } from './locateBackup.ts';

export const restore = command({
  name: 'restore',
  summary:
    'Restore a backup (a file or s3://…) into an empty database, while its server is stopped',
  parameters: ['FILE'],
  audience: 'operator',
  options: {
    verify: {
      kind: 'flag',
      help: 'only read the file, check that it is whole and say whose it is',
    },
    'secret-lost': {
      kind: 'flag',
      help: 'restore a backup of another SECRET that you trust: apps and sign-ins start over',
    },
  },
  run: ({ program }, values, [file = '']) =>
    program([
      'restore',
      locateBackup(file),
      ...(values.verify ? ['--verify'] : []),
      ...(values['secret-lost'] ? ['--secret-lost'] : []),
    ]),
  render: ({ file, rows, tables, createdAt, version, verified, origin, without }) => [
    `${verified === true ? 'Whole' : 'Restored'}: ${String(file)}, ${String(rows)} rows of ${String(tables)} tables, written by Fairlead ${String(version)} at ${String(createdAt)}.`,
    ORIGINS[String(origin)] ?? '',
    ...(without === 'clicks'
      ? [
          'Clicks and events are in ClickHouse and not in this file: restore ClickHouse’s backup before you start a server, then run fairlead rebuild.',
        ]
      : []),
  ],
});

const ORIGINS: Readonly<Record<string, string>> = {
  'this installation': 'This installation wrote it: its MAC fits SECRET.',
  'another installation':
    'Another installation wrote it: its MAC is of a SECRET that this one does not have, so nothing here can tell whether it was changed.',
  unknown:
    'This installation has no SECRET yet, so nothing here can tell who wrote it or whether it was changed.',
  unsealed:
    'It has no MAC, as an earlier release wrote it: nothing can tell whether it was changed.',
};
