import { Type, type Static } from '@sinclair/typebox';
import { LIMITS } from './limits.ts';
import { closed, WELL_FORMED } from './schemas.ts';

/** Where a QR code of a link is printed: each place has a code of its own, and so numbers of its own (Rule: visitors 9). */
const Placement = Type.Object(
  {
    name: Type.String({
      ...WELL_FORMED,
      minLength: 1,
      maxLength: LIMITS.placementNameLength,
      pattern: '^[^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$',
      patternMessage: 'must have a visible character and no control characters',
      description: 'What scans are counted under, in all links of the project.',
    }),
    code: Type.Optional(
      Type.String({
        pattern: '^[a-z0-9]{6,12}$',
        patternMessage: 'must be 6 to 12 lower-case letters and digits; leave it out for a new one',
        description:
          'Its value of `_qr` in the address that the QR code has. Left out: a new one is chosen.',
      }),
    ),
  },
  { ...closed, $id: 'Placement' },
);
export type Placement = Static<typeof Placement>;

export const placements = Type.Array(Placement, {
  maxItems: LIMITS.placementsPerLink,
  description: 'Where QR codes of the link are printed: scans of each are counted by themselves.',
  example: [{ name: 'Poster in Berlin', code: 'k4m9xt2' }],
});

/** What placements are stored and returned as: with the code that each was given. */
export type CodedPlacement = Placement & { readonly code: string };
