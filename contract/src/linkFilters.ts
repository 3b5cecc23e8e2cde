import { Type } from '@sinclair/typebox';
import { LIMITS } from './limits.ts';
import { ExternalId, LinkType, Slug } from './resources.ts';

/** Which links a list, an export or a change of many means, beside what each of them adds. */
export const LinkSelection = {
  search: Type.Optional(
    Type.String({
      maxLength: LIMITS.searchLength,
      // The database cannot store this character.
      pattern: '^[^\\u0000]*$',
      patternMessage: 'must not have a NUL character',
      description: 'In name, slug, externalId and destinations, whatever the case.',
    }),
  ),
  tag: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: LIMITS.tagLength,
      description: 'Links that have this tag, in any case.',
    }),
  ),
  archived: Type.Optional(
    Type.Boolean({ description: 'Only archived links, or only others; without it, both.' }),
  ),
  expired: Type.Optional(
    Type.Boolean({
      description: 'Only links that have expired, or only others; without it, both.',
    }),
  ),
  createdAfter: Type.Optional(
    Type.String({ format: 'date', description: 'Inclusive lower bound, UTC date.' }),
  ),
  createdBefore: Type.Optional(
    Type.String({
      format: 'date',
      description: 'Exclusive upper bound, UTC date. Reversed bounds are swapped.',
    }),
  ),
};

/** The filters of every list of links. */
export const LinkFilters = {
  ...LinkSelection,
  type: Type.Optional(LinkType),
  slug: Type.Optional(Slug),
  externalId: Type.Optional(ExternalId),
  domain: Type.Optional(Type.String({ maxLength: 253, description: 'Host name.' })),
};

/** Instead of the links that there are. */
export const deleted = Type.Boolean({
  description: `Only links deleted in the last ${LIMITS.trashDays} days, which can be restored.`,
});
