/** What CLICKS_URL says. */
export interface ClickHouseAddress {
  readonly url: string;
  readonly database: string;
  /** The tables of a cluster are sharded and replicated; undefined: one server. */
  readonly cluster: string | undefined;
  readonly username: string;
  readonly password: string;
}

const CLICKHOUSE_URL = /^clickhouse:\/\//;

/** Reads `clickhouse://user:password@host:8123/database?tls=on&cluster=name`; a text says what is wrong with it. */
export function readClickHouseUrl(text: string): ClickHouseAddress | string {
  const example = 'such as clickhouse://user:password@host:8123/fairlead';
  if (!CLICKHOUSE_URL.test(text)) return `must be a URL ${example}`;
  // The generic URL parser treats hosts of unknown schemes differently.
  const url = URL.parse(text.replace(CLICKHOUSE_URL, 'http://'));
  if (url === null) return `must be a URL ${example}`;
  const database = decodeURIComponent(url.pathname.slice(1));
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(database)) {
    return `must end in the name of a database, ${example}: letters, digits and underscores`;
  }
  const unknown = [...url.searchParams.keys()].find((key) => key !== 'tls' && key !== 'cluster');
  if (unknown !== undefined)
    return `has the unknown parameter ${unknown}; there are tls and cluster`;
  const tls = url.searchParams.get('tls') ?? 'off';
  if (tls !== 'on' && tls !== 'off') return 'must have tls=on or tls=off';
  const cluster = url.searchParams.get('cluster') ?? undefined;
  if (cluster !== undefined && !/^[A-Za-z_][A-Za-z0-9_-]{0,62}$/.test(cluster)) {
    return 'must name its cluster with letters, digits, dashes and underscores';
  }
  const port = url.port || (tls === 'on' ? '8443' : '8123');
  return {
    url: `${tls === 'on' ? 'https' : 'http'}://${url.hostname}:${port}`,
    username: decodeURIComponent(url.username) || 'default',
    password: decodeURIComponent(url.password),
    database,
    cluster,
  };
}
