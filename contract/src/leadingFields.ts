import { DESTINATION_FIELDS } from './destinationFields.ts';

/** What says where a link leads: of a printed link, and of those that its rules and variants lead to, these change by an approved proposal alone, as does its deletion. */
export const LEADING_FIELDS = [
  ...DESTINATION_FIELDS,
  'parameters',
  'allowQueryPassthrough',
  'iosSocialBreakout',
  'iosBrowserAutoOpen',
  'rules',
  'variants',
  'expiresAt',
  'expiredUrl',
  'expiresAfterClicks',
  'archived',
  'printed',
] as const;
export type LeadingField = (typeof LEADING_FIELDS)[number];

const LEADING: ReadonlySet<string> = new Set(LEADING_FIELDS);

export function isLeading(field: string): field is LeadingField {
  return LEADING.has(field);
}

/** For descriptions of operations that change a link. */
export const PRINTED_LINKS =
  '409 if the link is marked as printed, or a printed link leads to it by rules or variants, and the change concerns where it leads: such a change is proposed in the dashboard.';
