import { DESTINATION_FIELDS, type DestinationField } from '@fairlead/contract/destinationFields';
import { type Finding, finding } from '@fairlead/contract/finding';
import { UTM_FIELDS } from '@fairlead/contract/utmFields';
import type { Project } from '#teams/projects/Project.ts';
import { type Ruled, targetsOf } from '../rules/targetsOf.ts';

type Leading = Ruled & { readonly [Field in DestinationField]?: string | null };

/** How many allowed values a message names. */
const NAMED = 5;

/**
 * Campaign parameters of destinations that the project does not allow (Rule: bodies 18). For what people create or change: programs with a
 * key, and links taken over from elsewhere, have values of their own.
 */
export function checkUtm({ utmValues }: Pick<Project, 'utmValues'>, fields: Leading): Finding[] {
  const own = { path: [] as readonly string[], to: fields };
  return [own, ...targetsOf(fields)].flatMap(({ path, to }) =>
    DESTINATION_FIELDS.flatMap((field) => {
      const { [field]: url } = to;
      const fault = typeof url === 'string' ? faultOf(url, utmValues) : undefined;
      if (fault === undefined) return [];
      const place = [...path, field];
      return [finding(place, 'not_allowed', `${place.join('.')} ${fault}`)];
    }),
  );
}

function faultOf(url: string, allowed: Project['utmValues']): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const query = new URL(url).searchParams;
  for (const name of UTM_FIELDS) {
    const list = allowed[name] ?? [];
    const wrong = query.getAll(`utm_${name}`).find((value) => !list.includes(value));
    if (list.length === 0 || wrong === undefined) continue;
    const named = list.slice(0, NAMED).join(', ');
    const more = list.length > NAMED ? ' and others' : '';
    return `has utm_${name} "${wrong.slice(0, 100)}"; the settings of the project allow ${named}${more}`;
  }
  return undefined;
}
