import type { FieldRule, Source } from './Source.ts';

/** The table of docs/moving-in: field by field, what it becomes and what is lost. */
export function renderMapping(source: Source): string {
  const rows = source.rules.map((rule) => `| ${namesOf(rule)} | ${becomesOf(rule)} |`);
  const rest = source.rest === undefined ? [] : [`| anything else | ${source.rest.becomes} |`];
  return ['| field | becomes |', '|---|---|', ...rows, ...rest].join('\n');
}

function namesOf({ names, also = [] }: FieldRule): string {
  return [...names, ...also].map((name) => `\`${name}\``).join(' ');
}

function becomesOf(rule: FieldRule): string {
  if ('to' in rule) return `\`${rule.to}\`${rule.note === undefined ? '' : `. ${rule.note}`}`;
  if ('becomes' in rule) return rule.becomes;
  if ('lost' in rule) return `**lost**: ${rule.lost}`;
  return `not needed: ${rule.ignored}`;
}
