import { Type } from '@sinclair/typebox';
import { LIMITS, TAGS_LENGTH } from './limits.ts';
import { ExternalId, LinkType, Slug } from './resources.ts';
import { Id, STORABLE_TEXT } from './schemas.ts';

/** Selects links for a list, an export or a change of many; each of these adds filters of its own. */
export const LinkSelection = {
  search: Type.Optional(
    Type.String({
      maxLength: LIMITS.searchLength,
      ...STORABLE_TEXT,
      description: 'Searches name, slug, externalId and destinations; case-insensitive.',
    }),
  ),
  tag: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: TAGS_LENGTH,
      ...STORABLE_TEXT,
      description:
        'Only links with this tag, or with all of several separated by commas; case-insensitive.',
    }),
  ),
  folder: Type.Optional(
    Type.Union([Id(), Type.Literal('none')], {
      description: 'Only links in the folder with this id; `none`: only links in no folder.',
    }),
  ),
  archived: Type.Optional(
    Type.Boolean({
      description:
        'true: only archived links; false: only links that are not archived. Both if omitted.',
    }),
  ),
  expired: Type.Optional(
    Type.Boolean({
      description:
        'true: only expired links; false: only links that have not expired. Both if omitted.',
    }),
  ),
  proposed: Type.Optional(
    Type.Boolean({
      description:
        'true: only printed links of which a proposed change waits for approval; false: only others. Both if omitted.',
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

/** What links can be ordered by, in lists and exports. */
export const LINK_SORTS = [
  'createdAt',
  'clickCount',
  'installCount',
  'name',
  'lastClickedAt',
] as const;

/** The filters of every list of links. */
export const LinkFilters = {
  ...LinkSelection,
  type: Type.Optional(LinkType),
  slug: Type.Optional(Slug),
  externalId: Type.Optional(ExternalId),
  destination: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: LIMITS.destinationLength,
      ...STORABLE_TEXT,
      description: 'Only links with this `fallbackUrl`.',
    }),
  ),
  domain: Type.Optional(
    Type.String({ maxLength: 253, ...STORABLE_TEXT, description: 'Host name.' }),
  ),
};

/** Lists deleted links in place of existing ones. */
export const deleted = Type.Boolean({
  description: `Only links deleted in the last ${LIMITS.trashDays} days, which can be restored.`,
});
