/** The query parameters of a live link that control the service itself (Rule: passthrough 6, Rule: visitors). */
export interface VisitFlags {
  /** `ulhop=1`: the visitor returns from the launch page without having opened the app. */
  readonly ulhop: boolean;
  /** `_nodl=1`: do not try to open the app. */
  readonly nodl: boolean;
  /** `debug=1` or `_dbg=1`: explain instead of acting. */
  readonly debug: boolean;
  /** `_qr=1`, or the code of a placement: the link was scanned. */
  readonly qr: boolean;
  /** That code, whether the link has such a placement or not. */
  readonly placement: string | null;
  /** `_lc`: the click this visit belongs to, not verified. */
  readonly click: string | null;
  /** `_lr`: the rule or variant that led this visit so far, not verified. */
  readonly route: string | null;
  /** `d`: the launch page's signed reference, not verified. */
  readonly launch: string | null;
}

const NO_FLAGS: VisitFlags = Object.freeze({
  ulhop: false,
  nodl: false,
  debug: false,
  qr: false,
  placement: null,
  click: null,
  route: null,
  launch: null,
});

/** Of no placement: words that somebody might write for yes or no are shorter. */
const PLACEMENT = /^[a-z0-9]{6,12}$/;

/** Reads the flags of a raw query string without its `?`. A flag counts when its value is exactly 1. */
export function readVisitFlags(query: string): VisitFlags {
  if (query === '') return NO_FLAGS;
  const parameters = new URLSearchParams(query);
  const isOn = (name: string) => parameters.getAll(name).includes('1');
  const placement = parameters.getAll('_qr').find((code) => PLACEMENT.test(code)) ?? null;
  return {
    ulhop: isOn('ulhop'),
    nodl: isOn('_nodl'),
    debug: isOn('debug') || isOn('_dbg'),
    qr: placement !== null || isOn('_qr'),
    placement,
    click: parameters.get('_lc'),
    route: parameters.get('_lr'),
    launch: parameters.get('d'),
  };
}
