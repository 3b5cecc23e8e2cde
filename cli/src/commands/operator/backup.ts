import { command } from '../../command.ts';
import { locateBackup } from './locateBackup.ts';

export const backup = command({
  name: 'backup',
  summary: 'Write everything in the database to a file or s3://…, while the server serves',
  parameters: ['FILE'],
  audience: 'operator',
  options: {},
  run: ({ program }, _, [file = '']) => program(['backup', locateBackup(file)]),
  render: ({ file, rows, tables, bytes, seconds, without }) => [
    `Wrote ${String(file)}: ${String(rows)} rows of ${String(tables)} tables, ${String(bytes)} bytes, in ${String(seconds)} s.`,
    ...(without === 'clicks'
      ? ['Clicks and events are in ClickHouse and not in this file: back that up too.']
      : []),
    'It holds personal data and may hold the SECRET of the server: keep it where only you can read it.',
  ],
});
