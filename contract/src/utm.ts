import { Type, type Static } from '@sinclair/typebox';
import { LIMITS } from './limits.ts';
import { closed, WELL_FORMED } from './schemas.ts';

const values = Type.Optional(
  Type.Array(Type.String({ ...WELL_FORMED, minLength: 1, maxLength: LIMITS.utmValueLength }), {
    maxItems: LIMITS.utmValues,
    uniqueItems: true,
  }),
);

/** Rule: bodies 18. */
export const UtmValues = Type.Object(
  { source: values, medium: values, campaign: values, term: values, content: values },
  {
    ...closed,
    description:
      'Values that `utm_source`, `utm_medium` and so on may have in destinations of links that people create or change; anything where a list is missing or empty.',
  },
);
export type UtmValues = Static<typeof UtmValues>;
