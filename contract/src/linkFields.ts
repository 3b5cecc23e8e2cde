import { Type } from '@sinclair/typebox';
import { LIMITS } from './limits.ts';
import { WELL_FORMED } from './schemas.ts';
import './formats.ts';

/** Fields of a link that only those who manage it can set and see (Rule: bodies 14). */

export const tag = Type.String({
  ...WELL_FORMED,
  minLength: 1,
  maxLength: LIMITS.tagLength,
  pattern: '^[^,\\u0000-\\u001f\\u007f]*[^\\s,\\u0000-\\u001f\\u007f][^,\\u0000-\\u001f\\u007f]*$',
  patternMessage: 'must have a visible character, no comma and no control characters',
});

export const tags = Type.Array(tag, {
  maxItems: LIMITS.tagsPerLink,
  description: 'Labels for organizing links. Of tags that differ only in case, the first is kept.',
  example: ['spring', 'print'],
});

/** In replies: a link may have been made under a higher limit. */
export const storedTags = Type.Array(Type.String(), {
  description: 'Labels for organizing links.',
  example: ['spring', 'print'],
});

export const expiresAt = Type.String({
  format: 'date-time',
  description:
    'From this time on, the link behaves as if it did not exist; its statistics are kept.',
});

export const archived = Type.Boolean({
  description: 'Marks the link, so that lists can leave it out. The link itself keeps working.',
});

export const createdAt = Type.String({
  format: 'date-time',
  description: 'For imports: when the link was created elsewhere. Must be between 1970 and now.',
  example: '2023-04-01T09:00:00.000Z',
});

export const importedClicks = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description:
    'Clicks counted by another service: shown separately, never added to other statistics.',
});
