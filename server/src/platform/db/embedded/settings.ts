import { totalmem } from 'node:os';

const MB = 1024 * 1024;

/** PostgreSQL settings by name. */
export type Settings = Readonly<Record<string, string>>;

/** Settings for a database that shares a machine with the server and can only be reached from it. */
export function defaultSettings(): Settings {
  const limit = process.constrainedMemory();
  const memoryMb = Math.floor(Math.min(limit > 0 ? limit : totalmem(), totalmem()) / MB);
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    fsync: 'on',
    synchronous_commit: 'on',
    wal_compression: 'on',
    max_wal_size: '2GB',
    shared_buffers: `${Math.max(32, Math.min(256, Math.floor(memoryMb / 8)))}MB`,
    effective_cache_size: `${Math.max(128, Math.floor(memoryMb / 2))}MB`,
    random_page_cost: '1.1',
    timezone: 'UTC',
    lc_messages: 'C',
    // Ends the queries of a server that was killed.
    client_connection_check_interval: '5s',
    // The server logs its own failing statements; logging them here would only add visitors' data to the log.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
  };
}

/** Arguments for `postgres`; the same input gives the same line, so that it can be compared with a running server. */
export function postgresArguments(cluster: string, port: number, settings: Settings): string[] {
  const pairs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', cluster, '-p', String(port), ...pairs];
}
