import { BlockList, isIP } from 'node:net';
import { Secret } from '../lib/Secret.ts';
import { readClickHouseUrl } from './readClickHouseUrl.ts';

/** What a variable's text says, or what is wrong with it, as it follows the variable's name. */
export type Kind<T> = (text: string) => { readonly value: T } | { readonly wrong: string };

function valueIf<T>(isRight: boolean, value: T, wrong: string): ReturnType<Kind<T>> {
  return isRight ? { value } : { wrong };
}

const partsOf = (text: string) => text.split(',').map((each) => each.trim());
const partsThatSay = (text: string) => partsOf(text).filter((each) => each !== '');

export const text: Kind<string> = (value) => ({ value });
export const lowerCase: Kind<string> = (given) => ({ value: given.toLowerCase() });
export const secret: Kind<Secret> = (given) => ({ value: new Secret(given) });

export const key: Kind<Secret> = (given) =>
  valueIf(given.length >= 16, new Secret(given), 'must be at least 16 characters long');

export const stripeKey: Kind<Secret> = (given) =>
  valueIf(
    /^(sk|rk)_/.test(given),
    new Secret(given),
    'must be a secret or restricted key: it begins with sk_ or rk_',
  );

export const stripeWebhookSecret: Kind<Secret> = (given) =>
  valueIf(
    given.startsWith('whsec_'),
    new Secret(given),
    'must be the signing secret of the webhook: whsec_…',
  );

export const formerKeys: Kind<readonly Secret[]> = (given) => {
  const values = given.split(/\s+/);
  return valueIf(
    values.every((value) => value.length >= 16),
    values.map((value) => new Secret(value)),
    'must be former secrets of 16 characters or more, parted by spaces',
  );
};

export const oneOf =
  <T extends string>(...allowed: readonly T[]): Kind<T> =>
  (given) => {
    const value = allowed.find((each) => each === given);
    return value === undefined ? { wrong: `must be one of ${allowed.join(', ')}` } : { value };
  };

export const onOrOff: Kind<boolean> = (given) =>
  valueIf(given === 'on' || given === 'off', given === 'on', 'must be one of on, off');

export const setOf =
  <T extends string>(...allowed: readonly T[]): Kind<ReadonlySet<T>> =>
  (given) => {
    const parts = partsOf(given);
    const values = allowed.filter((each) => parts.includes(each));
    const isRight = parts.every((each) => values.some((value) => value === each));
    return valueIf(isRight, new Set(values), `must be a list of ${allowed.join(', ')}`);
  };

export const integer =
  (least: number, most: number): Kind<number> =>
  (given) => {
    const number = Number(given);
    const isRight = Number.isInteger(number) && number >= least && number <= most;
    return valueIf(isRight, number, `must be a whole number from ${least} to ${most}`);
  };

export const url =
  (example: string): Kind<URL> =>
  (given) => {
    const value = URL.parse(given);
    const isWeb = value?.protocol === 'http:' || value?.protocol === 'https:';
    return value && isWeb ? { value } : { wrong: `must be a URL such as ${example}` };
  };

export const postgresUrl =
  (example: string): Kind<Secret> =>
  (given) =>
    valueIf(
      /^postgres(ql)?:\/\//.test(given),
      new Secret(given),
      `must be a URL such as ${example}`,
    );

export const clickHouseUrl: Kind<Secret> = (given) => {
  const address = readClickHouseUrl(given);
  return typeof address === 'string' ? { wrong: address } : { value: new Secret(given) };
};

export const linkTemplate: Kind<string> = (given) =>
  valueIf(
    given.includes('{host}') && given.endsWith('/{slug}'),
    given,
    'must contain {host} and end in /{slug}, such as https://{host}/{slug}',
  );

export const date =
  (example: string): Kind<Date> =>
  (given) => {
    const value = new Date(given);
    return valueIf(!Number.isNaN(value.getTime()), value, `must be a date such as ${example}`);
  };

export const brands: Kind<readonly string[]> = (given) => {
  const words = partsOf(given);
  const isRight = words.every((each) => /^[A-Za-z][A-Za-z0-9-]*$/.test(each));
  return valueIf(isRight, words, 'must be a comma list of words such as Svc');
};

export const domainName =
  (example: string): Kind<string> =>
  (given) =>
    valueIf(
      /^(?=.{1,200}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/i.test(given),
      given.toLowerCase(),
      `must be a domain name such as ${example}, without https:// and port`,
    );

export const hosts: Kind<readonly string[]> = (given) => {
  const names = partsThatSay(given.toLowerCase());
  const isRight = names.every((each) => /^[a-z0-9_]([a-z0-9._-]*[a-z0-9])?$/.test(each));
  return valueIf(
    isRight,
    names,
    'must be a comma list of hosts without port such as api.example.com',
  );
};

export const email: Kind<string> = (given) =>
  valueIf(
    /^[^\s@]+@[^\s@]+$/.test(given),
    given,
    'must be an e-mail address such as you@example.com',
  );

export const dnsServers: Kind<readonly string[]> = (given) => {
  const servers = partsThatSay(given);
  const isServer = (each: string) =>
    isIP(each) !== 0 || /^[\d.]{7,15}:\d{1,5}$|^\[[\da-f:]+\]:\d{1,5}$/i.test(each);
  return valueIf(
    servers.every(isServer),
    servers,
    'must be a comma list of addresses such as 9.9.9.9 or 127.0.0.1:5353',
  );
};

export const networks: Kind<BlockList> = (given) => {
  const list = new BlockList();
  const isRight = partsOf(given).every((entry) => addNetwork(list, entry));
  return valueIf(isRight, list, 'must be a comma list of addresses or networks such as 10.0.0.0/8');
};

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
