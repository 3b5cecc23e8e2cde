/** How a first open was matched, in words. */
export const MATCH_STATES = {
  deterministic: { label: 'Certain match', color: 'teal' },
  fingerprint: { label: 'Matched by signals', color: 'harbour' },
  none: { label: 'No match', color: 'gray' },
} as const;
