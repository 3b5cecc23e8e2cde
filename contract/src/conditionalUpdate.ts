import { type TSchema, Type } from '@sinclair/typebox';
import { Shape, Time } from './schemas.ts';

/** Rule: operations 8: the version of what is answered, for `If-Match`. */
export const ETAG = {
  etag: 'Identifies this version of the link; send it as If-Match with an update.',
} as const;

export const ifMatchHeaders = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      description:
        'ETag of the version to update, or several; `*` matches any. 412 if the link has changed since.',
    }),
  ),
});

/** What 412 carries: the current link and, for people, the change that they had not seen. */
export const conflictOver = <Link extends TSchema>(id: string, link: Link) =>
  Shape(id, {
    link,
    changedBy: Type.Optional(
      Type.String({
        description:
          'Who changed it last, a person or an application key. Only for dashboard sessions; absent if several links were changed at once.',
      }),
    ),
    changedAt: Type.Optional(Time('When; for dashboard sessions.')),
    changedFields: Type.Optional(
      Type.Array(Type.String(), { description: 'The fields changed by `changedBy`.' }),
    ),
  });
