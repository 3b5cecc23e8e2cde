import { BlockList, isIP } from 'node:net';
import { Secret } from '../lib/Secret.ts';

export type EnvReader<Variable extends string> = ReturnType<typeof createEnvReader<Variable>>;

/** Reads variables by name and type; if one is wrong, adds that to `mistakes` and uses its default. */
// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
export function createEnvReader<Variable extends string>(
  env: Readonly<Record<string, string | undefined>>,
  mistakes: string[],
) {
  const text = (name: Variable) => env[name]?.trim() || undefined;
  function oneOf<T extends string>(name: Variable, allowed: readonly T[], standard: T): T {
    const value = text(name) ?? standard;
    if (!(allowed as readonly string[]).includes(value)) {
      mistakes.push(`${name} must be one of ${allowed.join(', ')}`);
      return standard;
    }
    return value as T;
  }
  function listOf<T extends string>(name: Variable, allowed: readonly T[]): readonly T[] {
    const values = text(name)
      ?.split(',')
      .map((each) => each.trim());
    if (values === undefined) return allowed;
    const wrong = values.filter((each) => !(allowed as readonly string[]).includes(each));
    if (wrong.length > 0) mistakes.push(`${name} must be a list of ${allowed.join(', ')}`);
    return values as T[];
  }
  function integer(name: Variable, standard: number, least: number, most: number): number {
    const value = text(name);
    if (value === undefined) return standard;
    const number = Number(value);
    if (Number.isInteger(number) && number >= least && number <= most) return number;
    mistakes.push(`${name} must be a whole number from ${least} to ${most}`);
    return standard;
  }
  function url(name: Variable, standard: string, protocols: readonly string[]): URL {
    const value = text(name) ?? standard;
    if (URL.canParse(value)) {
      const parsed = new URL(value);
      if (protocols.includes(parsed.protocol)) return parsed;
    }
    mistakes.push(`${name} must be a URL such as ${standard}`);
    return new URL(standard);
  }
  function date(name: Variable, standard: string): Date {
    const value = text(name) ?? standard;
    const time = Date.parse(value);
    if (!Number.isNaN(time)) return new Date(time);
    mistakes.push(`${name} must be a date such as ${standard}`);
    return new Date(standard);
  }
  function brands(name: Variable): readonly string[] {
    const values = (text(name) ?? 'Svc').split(',').map((each) => each.trim());
    if (values.some((each) => !/^[A-Za-z][A-Za-z0-9-]*$/.test(each))) {
      mistakes.push(`${name} must be a comma list of words such as Svc`);
    }
    return values;
  }
  function template(name: Variable, publicUrl: URL): string {
    const port = publicUrl.port === '' ? '' : `:${publicUrl.port}`;
    const value = text(name) ?? `${publicUrl.protocol}//{host}${port}/{slug}`;
    if (!value.includes('{host}') || !value.endsWith('/{slug}')) {
      mistakes.push(
        `${name} must contain {host} and end in /{slug}, such as https://{host}/{slug}`,
      );
    }
    return value;
  }
  function networks(name: Variable): BlockList {
    const list = new BlockList();
    for (const entry of text(name)?.split(',') ?? []) {
      if (!addNetwork(list, entry.trim())) {
        mistakes.push(`${name} must be a comma list of addresses or networks such as 10.0.0.0/8`);
      }
    }
    return list;
  }
  const secret = (name: Variable) => {
    const value = text(name);
    return value === undefined ? undefined : new Secret(value);
  };
  function secrets(name: Variable): Secret[] {
    const values = text(name)?.split(/\s+/) ?? [];
    if (values.some((value) => value.length < 16)) {
      mistakes.push(`${name} must be former secrets of 16 characters or more, parted by spaces`);
    }
    return values.map((value) => new Secret(value));
  }
  function host(name: Variable, standard: string): string {
    const value = (text(name) ?? standard).toLowerCase();
    if (/^(?=.{1,200}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/.test(value))
      return value;
    mistakes.push(`${name} must be a domain name such as ${standard}, without https:// and port`);
    return standard;
  }
  function email(name: Variable): string | undefined {
    const value = text(name);
    if (value === undefined || /^[^\s@]+@[^\s@]+$/.test(value)) return value;
    mistakes.push(`${name} must be an e-mail address such as you@example.com`);
    return undefined;
  }
  return {
    email,
    host,
    text,
    oneOf,
    listOf,
    integer,
    url,
    date,
    brands,
    template,
    networks,
    secret,
    secrets,
  };
}

function addNetwork(list: BlockList, entry: string): boolean {
  const [address = '', bits] = entry.split('/');
  const family = isIP(address);
  if (family === 0) return false;
  const kind = family === 4 ? 'ipv4' : 'ipv6';
  if (bits === undefined) {
    list.addAddress(address, kind);
    return true;
  }
  const length = Number(bits);
  if (!/^\d+$/.test(bits) || length > (family === 4 ? 32 : 128)) return false;
  list.addSubnet(address, length, kind);
  return true;
}
