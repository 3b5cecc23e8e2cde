import type { LinkResults } from '@fairlead/contract/operations/rules';

/** “rule Germany” as screens say it: Rule “Germany”. */
export function ledBy(text: string): string {
  const [, kind, name] = /^(rule|variant) (.*)$/s.exec(text) ?? [];
  return kind === undefined
    ? 'The link itself'
    : `${kind === 'rule' ? 'Rule' : 'Variant'} “${name}”`;
}

/** The same of results, in the words of dry runs: `rule Germany`, `the link itself`. */
export function routeText({ kind, name }: LinkResults['routes'][number]): string {
  return name === null ? 'the link itself' : `${kind} ${name}`;
}
