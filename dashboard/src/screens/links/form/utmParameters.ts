import { UTM_FIELDS, type UtmField } from '@fairlead/contract/utmFields';

/** A URL in parts; each parameter as it is written. */
function split(url: string) {
  const [, address = '', query, hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
  return { address, pairs: query === undefined || query === '' ? [] : query.split('&'), hash };
}

const isPair = (pair: string, name: string) => [...new URLSearchParams(pair).keys()].includes(name);

export function readUtm(url: string, field: UtmField): string {
  const { pairs } = split(url);
  return new URLSearchParams(pairs.join('&')).get(`utm_${field}`) ?? '';
}

/** The same URL with another value, without the parameter if it is empty; everything else stays as it is written. */
export function withUtm(url: string, field: UtmField, value: string): string {
  const name = `utm_${field}`;
  const { address, pairs, hash } = split(url);
  const place = pairs.findIndex((pair) => isPair(pair, name));
  const others = pairs.filter((pair) => !isPair(pair, name));
  if (value !== '') {
    others.splice(place === -1 ? others.length : place, 0, `${name}=${encodeURIComponent(value)}`);
  }
  return `${address}${others.length === 0 ? '' : '?'}${others.join('&')}${hash}`;
}

export const hasCampaign = (url: string) => UTM_FIELDS.some((field) => readUtm(url, field) !== '');
