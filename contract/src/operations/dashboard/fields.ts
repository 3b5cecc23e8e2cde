import { Type } from '@sinclair/typebox';
import { Id, Shape, WELL_FORMED } from '../../schemas.ts';
import { LIMITS } from '../../limits.ts';

export const Name = Type.String({
  ...WELL_FORMED,
  minLength: 1,
  maxLength: LIMITS.nameLength,
  pattern: '^[^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$',
  patternMessage: 'must have a visible character and no control characters',
});

/** The `token` in the link of an email. */
export const MailToken = Type.String({
  minLength: 1,
  maxLength: 2048,
  pattern: '^[\\x21-\\x7e]*$',
  patternMessage: 'must be the token from the link in the email',
  description: 'The token in the emailed link.',
});

/** The response of calls that have nothing else to return: bodies are always objects (Rule: bodies). */
export const Done = Shape('Done', { success: Type.Literal(true) });

export const ProjectParams = Type.Object({ projectId: Id() });

export const MemberRole = Type.Union(
  [Type.Literal('owner'), Type.Literal('admin'), Type.Literal('viewer')],
  {
    description:
      'A viewer can read, an admin can also make changes, the owner can also transfer and delete the project.',
  },
);
/** The roles that can be assigned; ownership is transferred. */
export const GivenRole = Type.Union([Type.Literal('admin'), Type.Literal('viewer')]);

export const Cursor = Type.String({
  maxLength: 1024,
  description: '`nextCursor` of the previous page; opaque.',
});
