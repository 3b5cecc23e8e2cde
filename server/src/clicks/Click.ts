import type { ClickSignals } from './ClickSignals.ts';

/** Kinds of request to a link; three numbers that are never added up (Rule: visitors). */
export const CLICK_KIND = { click: 1, preview: 2, bot: 3 } as const;
export type ClickKind = keyof typeof CLICK_KIND;

/** Where a visit came from. */
export const CLICK_SOURCE = { link: 0, qr: 1, app: 2 } as const;
export type ClickSource = keyof typeof CLICK_SOURCE;

/** One visit, as the surfaces see it. `id` is generated before the write (see `newId`). */
export interface Click {
  readonly id: string;
  /** Milliseconds since the epoch; the time in `id`. */
  readonly at: number;
  readonly linkKey: number;
  /** Of the link. */
  readonly projectId: string;
  readonly kind: ClickKind;
  readonly source: ClickSource;
  readonly device: string | null;
  readonly os: string | null;
  readonly browser: string | null;
  /** ISO 3166 alpha-2. */
  readonly country: string | null;
  /** In-app webview or crawler, by name. */
  readonly app: string | null;
  /** Host of the Referer header. */
  readonly referrer: string | null;
  /** Keyed daily hash as a decimal of a signed 64-bit number. */
  readonly visitor: string | null;
  /** The app itself made the request: the click counts as opened immediately. */
  readonly opened: boolean;
  /** What an install can be matched by; stored for the project's window. */
  readonly signals: ClickSignals | null;
  /** Parameters that the visit forwards to the app, as a query string. */
  readonly forwarded: string | null;
}

/** The name of a code of `CLICK_KIND` or `CLICK_SOURCE`; throws a RangeError for any other. */
export function nameOfCode<Name extends string>(
  codes: Readonly<Record<Name, number>>,
  code: number,
): Name {
  const name = (Object.keys(codes) as Name[]).find((each) => codes[each] === code);
  if (name === undefined) throw new RangeError(`A record with the unknown code ${code}`);
  return name;
}
