import { draw, type Random } from './phones.ts';

/** Minutes from a tap to the first open. */
export interface DelayLaw {
  draw(random: Random): number;
  /** The share of installs in the minute at this age. */
  density(minutes: number): number;
}

export type PopulationName = 'assumed' | 'public';

const ASSUMED = [
  { share: 0.8, median: 3, spread: 0.9 },
  { share: 0.2, median: 60, spread: 1.5 },
] as const;

/** The share of installs within so many minutes, in TalkingData's public sample of November 2017 (227 installs). */
const PUBLIC_QUANTILES = [
  [0, 0],
  [3.3, 0.5],
  [5, 0.537],
  [30, 0.67],
  [60, 0.727],
  [120, 0.811],
  [360, 0.93],
  [1440, 1],
] as const;

/** Between two quantiles, equal shares for equal ratios of time; before the first, for equal times. */
const PIECES = PUBLIC_QUANTILES.slice(1).map(([to, upTo], index) => {
  const [from, before] = PUBLIC_QUANTILES[index] ?? [0, 0];
  return { from, to, share: upTo - before };
});
const PIECE_SHARES = PIECES.map(({ share }) => share);

/**
 * `assumed`: most install within minutes, a fifth comes back to it hours later. `public`: ad clicks and downloads that
 * others measured.
 */
export const DELAYS: Readonly<Record<PopulationName, DelayLaw>> = {
  assumed: {
    draw(random) {
      const { median, spread } = ASSUMED[random() < ASSUMED[0].share ? 0 : 1];
      return median * Math.exp(spread * drawNormal(random));
    },
    density(minutes) {
      const age = Math.max(minutes, 1e-6);
      return ASSUMED.reduce((sum, { share, median, spread }) => {
        const deviation = Math.log(age / median) / spread;
        const normal = Math.exp(-(deviation ** 2) / 2) / Math.sqrt(2 * Math.PI);
        return sum + (share * normal) / (spread * age);
      }, 0);
    },
  },
  public: {
    draw(random) {
      const { from, to } = PIECES[draw(random, PIECE_SHARES)]!;
      const part = random();
      return from === 0 ? to * part : from * (to / from) ** part;
    },
    density(minutes) {
      const piece = PIECES.find(({ to }) => minutes < to);
      if (piece === undefined) return 0;
      const { from, to, share } = piece;
      return from === 0 ? share / to : share / (minutes * Math.log(to / from));
    },
  },
};

function drawNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
