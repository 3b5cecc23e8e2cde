/** How often a plan is paid, and how sentences say it. */
export const PERIODS = {
  monthly: { text: 'monthly' },
  yearly: { text: 'yearly' },
} as const;
export type Period = keyof typeof PERIODS;
