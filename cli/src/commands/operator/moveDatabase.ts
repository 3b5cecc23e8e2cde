import { command } from '../../command.ts';

export const moveDatabase = command({
  name: 'move-database',
  summary: 'Copy everything into an empty PostgreSQL elsewhere, while the server is stopped',
  parameters: ['URL'],
  audience: 'operator',
  options: {},
  run: ({ program }, _, [url = '']) => program(['move-database', url]),
  render: ({ rows, tables, seconds }) => [
    `Copied ${String(rows)} rows of ${String(tables)} tables in ${String(seconds)} s.`,
    'Start the server with DATABASE_URL set to that database, and SECRET and ADMIN_TOKEN to what DATA_DIR/secret and DATA_DIR/admin-token hold.',
  ],
});
