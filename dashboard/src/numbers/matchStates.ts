/** Labels for how a first open was matched. */
export const MATCH_STATES = {
  deterministic: { label: 'Certain match', color: 'teal' },
  fingerprint: { label: 'Matched by signals', color: 'harbour' },
  test: { label: 'Test', color: 'grape' },
  none: { label: 'No match', color: 'gray' },
} as const;
