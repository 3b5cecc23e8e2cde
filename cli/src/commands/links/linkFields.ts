import type { UpdateLinkRequest } from '@fairlead/contract/operations/linkManagement';
import type { CommandOptions, ValuesOf } from '../../command.ts';
import { CommandError } from '../../CommandError.ts';
import { definedFields } from '../../definedFields.ts';
import { readJsonArgument, readJsonFile } from '../../terminal/readArgument.ts';
import type { Terminal } from '../../terminal/Terminal.ts';

/** Options that set where a link leads. */
export const DESTINATIONS = {
  to: { kind: 'text', value: 'URL', help: 'where visitors go when nothing else applies' },
  ios: { kind: 'text', value: 'URL', help: 'destination on iOS (unified)' },
  android: { kind: 'text', value: 'URL', help: 'destination on Android (unified)' },
  'ios-fallback': { kind: 'text', value: 'URL', help: 'on iOS without the app (dynamic)' },
  'android-fallback': { kind: 'text', value: 'URL', help: 'on Android without the app (dynamic)' },
  'expired-url': { kind: 'text', value: 'URL', help: 'where visitors go once it has expired' },
} as const satisfies CommandOptions;

export const RULES = {
  rules: { kind: 'text', value: 'FILE', help: 'list of rules, as JSON; - for standard input' },
  variants: { kind: 'text', value: 'FILE', help: 'list of variants, as JSON; -' },
} as const satisfies CommandOptions;

/** Options that links are created and changed with. */
export const FIELDS = {
  ...DESTINATIONS,
  ...RULES,
  'expires-after-clicks': { kind: 'text', value: 'N', help: 'it expires after N clicks by people' },
  name: { kind: 'text', value: 'TEXT', help: 'name of the link' },
  folder: { kind: 'text', value: 'FOLDER', help: 'name or id of a folder of the project' },
  parameters: { kind: 'text', value: 'JSON', help: 'for the app; - for standard input, @FILE' },
  metadata: { kind: 'text', value: 'JSON', help: 'ogTitle, ogDescription, ogImage; -, @FILE' },
} as const satisfies CommandOptions;

export function destinationsOf(values: ValuesOf<typeof DESTINATIONS>) {
  return definedFields({
    fallbackUrl: values.to,
    iosUrl: values.ios,
    androidUrl: values.android,
    iosFallbackUrl: values['ios-fallback'],
    androidFallbackUrl: values['android-fallback'],
    expiredUrl: values['expired-url'],
  });
}

type Routes = Pick<UpdateLinkRequest, 'rules' | 'variants'>;

/** Lists as they stand in the files; the server judges what is in them. */
export async function routesOf(
  terminal: Terminal,
  values: ValuesOf<typeof RULES>,
): Promise<{ [Name in keyof Routes]: NonNullable<Routes[Name]> }> {
  const lists: Record<string, unknown[]> = {};
  for (const name of ['rules', 'variants'] as const) {
    const read = await readJsonFile(terminal, `--${name}`, values[name]);
    if (read === undefined) continue;
    const list: unknown = isList(read) ? read : fieldOf(read, name);
    if (!isList(list)) throw new CommandError(2, `--${name} takes a file with a list of ${name}`);
    lists[name] = list;
  }
  return lists;
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

/** Also of what `link rules --json` prints. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(name)
    : undefined;
}

/** The fields set by options. */
export async function fieldsOf(terminal: Terminal, values: ValuesOf<typeof FIELDS>) {
  const clicks = values['expires-after-clicks'];
  if (clicks !== undefined && !/^[1-9]\d{0,14}$/.test(clicks)) {
    const message = `--expires-after-clicks takes a whole number of at least 1, not "${clicks}"`;
    throw new CommandError(2, message);
  }
  return {
    ...destinationsOf(values),
    ...(await routesOf(terminal, values)),
    ...definedFields({
      expiresAfterClicks: clicks === undefined ? undefined : Number(clicks),
      name: values.name,
      folder: values.folder,
      parameters: await readJsonArgument(terminal, '--parameters', values.parameters),
      metadata: await readJsonArgument(terminal, '--metadata', values.metadata),
    }),
  };
}
