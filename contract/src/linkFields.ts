import { Type } from '@sinclair/typebox';
import { LIMITS } from './limits.ts';
import './formats.ts';

/** Fields of a link that only those who manage it can set and see (Rule: bodies 14). */

export const tag = Type.String({
  minLength: 1,
  maxLength: LIMITS.tagLength,
  pattern: '^[^,\\u0000-\\u001f\\u007f]*[^\\s,\\u0000-\\u001f\\u007f][^,\\u0000-\\u001f\\u007f]*$',
  patternMessage: 'must have a visible character, no comma and no control characters',
});

export const tags = Type.Array(tag, {
  maxItems: LIMITS.tagsPerLink,
  description:
    'Labels for finding links again. Of those that differ in case alone the first is kept.',
  example: ['spring', 'print'],
});

export const expiresAt = Type.String({
  format: 'date-time',
  description: 'From then on the link answers as if it did not exist; its numbers stay.',
});

export const archived = Type.Boolean({
  description: 'Put aside in lists. The link itself works as before.',
});

export const createdAt = Type.String({
  format: 'date-time',
  description: 'When the link was made elsewhere, for imports: since 1970, not in the future.',
  example: '2023-04-01T09:00:00.000Z',
});

export const importedClicks = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Clicks that another service counted: shown apart, never added to our own numbers.',
});
