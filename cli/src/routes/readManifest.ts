import { CommandError } from '../CommandError.ts';
import { collectRoutes, type FoundRoutes } from './FoundRoutes.ts';
import { routesOfPattern } from './routesOfPattern.ts';

type Attributes = ReadonlyMap<string, string>;

/** An intent filter. Android combines the attributes of all its `data`. */
interface Filter {
  readonly names: Set<string>;
  readonly data: Attributes[];
}

const COMMENT = /<!--[\s\S]*?-->/g;
const TAG =
  /<(?<end>\/?)(?<name>[\w:-]+)(?<attributes>(?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/?>/g;
const ATTRIBUTE = /(?<name>[\w:.-]+)\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)')/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};

/** The paths that an Android app opens, by the intent filters of its manifest that browsers can reach. */
export function readManifest(text: string): FoundRoutes {
  const filters = readFilters(text).filter(
    ({ names }) =>
      names.has('android.intent.action.VIEW') && names.has('android.intent.category.BROWSABLE'),
  );
  if (filters.length === 0) {
    const message =
      'The manifest has no intent filter with the action VIEW and the category BROWSABLE: give the merged manifest of the app';
    throw new CommandError(1, message);
  }
  return collectRoutes(filters.flatMap(routesOfFilter));
}

function readFilters(text: string): Filter[] {
  const filters: Filter[] = [];
  let open: Filter | undefined;
  for (const { groups } of text.replaceAll(COMMENT, '').matchAll(TAG)) {
    const { end, name, attributes = '' } = groups ?? {};
    if (name === 'intent-filter') {
      open = end === '' ? { names: new Set(), data: [] } : undefined;
      if (open !== undefined) filters.push(open);
    } else if (open !== undefined && end === '') {
      if (name === 'uri-relative-filter-group') throw unreadable('<uri-relative-filter-group>');
      const read = readAttributes(attributes);
      if (name === 'data') open.data.push(read);
      else open.names.add(read.get('name') ?? '');
    }
  }
  return filters;
}

function readAttributes(text: string): Attributes {
  return new Map(
    Array.from(text.matchAll(ATTRIBUTE), ({ groups }) => {
      const { name = '', double, single = '' } = groups ?? {};
      const value = (double ?? single).replaceAll(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity);
      return [name.replace(/^android:/, ''), value] as const;
    }),
  );
}

function routesOfFilter({ data }: Filter): { route: string; from: string }[] {
  const all = (name: string) =>
    data.map((each) => each.get(name)).filter((value) => value !== undefined);
  const schemes = all('scheme');
  const hosts = all('host');
  const paths = data.flatMap(pathsOf);
  return schemes.flatMap((scheme) => {
    // Without a host, Android ignores paths.
    if (hosts.length === 0) return [{ route: '/**', from: `The intent filter of ${scheme}:` }];
    const isWeb = /^https?$/i.test(scheme);
    return hosts.flatMap((host) => {
      const from = `The intent filter of ${scheme}://${host}`;
      // What follows an app's own scheme is all path.
      const start = isWeb || host === '*' ? '' : `/${resolved(host)}`;
      if (paths.length > 0) return paths.map((path) => ({ route: start + path, from }));
      return [{ route: `${start}/**`, from }];
    });
  });
}

function pathsOf(data: Attributes): string[] {
  const read = (name: string) => {
    const value = data.get(name);
    return value === undefined ? [] : [resolved(value)];
  };
  if (data.has('pathAdvancedPattern')) throw unreadable('pathAdvancedPattern');
  return [
    ...read('path'),
    ...read('pathPrefix').map((prefix) => `${prefix}*/**`),
    ...read('pathSuffix').map((suffix) =>
      suffix.startsWith('/') ? `/**${suffix}` : `/**/*${suffix}`,
    ),
    ...read('pathPattern').flatMap((pattern) => {
      const routes = routesOfPattern(pattern);
      if (routes === undefined) throw unreadable(`pathPattern="${pattern}"`);
      return routes;
    }),
  ];
}

function resolved(value: string): string {
  if (/^@|\$\{/.test(value)) throw unreadable(`"${value}"`);
  return value;
}

function unreadable(what: string): CommandError {
  return new CommandError(
    1,
    `${what} in the manifest cannot be read as a route: write the routes into a file by hand, and give it with --routes`,
  );
}
