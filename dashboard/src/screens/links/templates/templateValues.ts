import { DESTINATION_FIELDS } from '@fairlead/contract/destinationFields';
import type { LinkTemplateFields } from '@fairlead/contract/operations/dashboard/linkTemplates';
import { BARE_LINK, creationOf, duplicateOf, type LinkValues } from '../form/linkValues.ts';

/** What a form begins with. */
export function valuesOfTemplate(fields: LinkTemplateFields): LinkValues {
  return duplicateOf({ ...BARE_LINK, ...fields });
}

/** What a new link like this one would have. */
export function templateOf(values: LinkValues): LinkTemplateFields {
  return creationOf({ ...values, slug: '', externalId: '' });
}

/** Where something is to be filled in, such as `{product}`. */
const PLACE = /\{[^{}/?#&=]+\}/g;

/** Places of a template that nobody has filled in, by their fields. */
export function unfilledIn(
  initial: LinkValues,
  values: LinkValues,
): Partial<Record<keyof LinkValues, string>> {
  const faults = DESTINATION_FIELDS.flatMap((field) => {
    const left = initial[field].match(PLACE)?.find((place) => values[field].includes(place));
    return left === undefined ? [] : [[field, `Fill in ${left}.`] as const];
  });
  return Object.fromEntries(faults);
}
