import type {
  CohortsQuery,
  EventDimension,
  EventNumbersQuery,
} from '@fairlead/contract/eventNumbers';
import type { EventSaidBy } from '@fairlead/contract/eventResources';
import { EVENT_SPEAKERS } from '@fairlead/contract/eventSpeakers';
import { LIMITS } from '@fairlead/contract/limits';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { queryOf, readNumbersWindow } from '../../numbers/numbersWindow.ts';
import { asText } from '../../parts/asText.ts';
import { KIND_LABELS } from '../settings/sources/sourceValues.ts';

export const CREDITS = [
  { value: 'any', label: 'All events' },
  { value: 'install', label: 'Brought by the install' },
  { value: 'reengagement', label: 'Brought back by a link' },
] as const;
export type Credit = (typeof CREDITS)[number]['value'];

export const UNITS = [
  { value: 'day', label: 'Days' },
  { value: 'week', label: 'Weeks' },
  { value: 'month', label: 'Months' },
] as const satisfies readonly { value: CohortsQuery['unit']; label: string }[];

const MEASURES = ['classic', 'rolling', 'cumulative', 'revenue'] as const;
export type Measure = (typeof MEASURES)[number];

/** What events are broken down by, and what a group is called that has none of those, or whose value is not known. */
export const DIMENSIONS = {
  name: { label: 'Event', without: 'Not known' },
  day: { label: 'Day', without: 'Not known' },
  link: { label: 'Link', without: 'No link' },
  folder: { label: 'Folder', without: 'No folder' },
  campaign: { label: 'Campaign', without: 'No campaign' },
  rule: { label: 'Rule', without: 'No rule' },
  variant: { label: 'Variant', without: 'No variant' },
  country: { label: 'Country', without: 'Not known' },
  saidBy: { label: 'Said by', without: 'Not known' },
} as const satisfies Readonly<Record<EventDimension, { label: string; without: string }>>;
const DIMENSION_NAMES = Object.keys(DIMENSIONS) as EventDimension[];

/** Who says events. */
export const SPEAKERS: Readonly<Record<EventSaidBy, string>> = {
  ...KIND_LABELS,
  app: asText('Apps'),
  server: asText('Servers'),
};
export const SPEAKER_CHOICES = EVENT_SPEAKERS.map((value) => ({ value, label: SPEAKERS[value] }));

/** What a funnel may take from its first step to its last, in hours. */
export const WINDOWS = [
  { value: 1, label: '1 hour' },
  { value: 24, label: '1 day' },
  { value: 168, label: '7 days' },
  { value: 720, label: '30 days' },
] as const;

/** What the Events pages show, as it is in their URL beside the period; what is not there has its default. */
export interface EventsChoice {
  readonly tab?: string | undefined;
  readonly credit: Credit;
  readonly by: EventDimension;
  readonly name?: string | undefined;
  readonly saidBy?: EventSaidBy | undefined;
  /** By its id: of all tabs. */
  readonly link?: string | undefined;
  readonly unit: (typeof UNITS)[number]['value'];
  readonly measure: Measure;
  readonly currency?: string | undefined;
  readonly steps: readonly string[];
  readonly hours: (typeof WINDOWS)[number]['value'];
}

const valuesOf = <T>(choices: readonly { readonly value: T }[]): T[] =>
  choices.map(({ value }) => value);

const ofThose = <T>(known: readonly T[], given: unknown, otherwise: T): T =>
  known.find((each) => each === given) ?? otherwise;

/** The router reads what looks like a number as one. */
function textOf(given: unknown): string | undefined {
  const text = typeof given === 'number' ? String(given) : given;
  return typeof text === 'string' && text !== ''
    ? text.slice(0, LIMITS.eventNameLength)
    : undefined;
}

function stepsOf(given: unknown): string[] {
  const texts = Array.isArray(given) ? given.map(textOf) : [];
  const names = new Set(texts.filter((text) => text !== undefined));
  return [...names].slice(0, LIMITS.funnelSteps);
}

function readEventsChoice(search: Record<string, unknown>): EventsChoice {
  return {
    tab: textOf(search['tab']),
    credit: ofThose(valuesOf(CREDITS), search['credit'], 'any'),
    by: ofThose(DIMENSION_NAMES, search['by'], 'name'),
    name: textOf(search['name']),
    saidBy: EVENT_SPEAKERS.find((speaker) => speaker === search['saidBy']),
    link: textOf(search['link']),
    unit: ofThose(valuesOf(UNITS), search['unit'], 'week'),
    measure: ofThose(MEASURES, search['measure'], 'classic'),
    currency: textOf(search['currency']),
    steps: stepsOf(search['steps']),
    hours: ofThose(valuesOf(WINDOWS), search['hours'], 168),
  };
}

/** New values of a choice; what is none has its default again. */
export type ChangeChoice = (to: Partial<Record<keyof EventsChoice, unknown>>) => void;

const DEFAULTS = readEventsChoice({});

/** The choice in the URL of the page, and what changes it there: going back undoes it. */
export function useEventsChoice(): [EventsChoice, ChangeChoice] {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const change: ChangeChoice = (to) => {
    const others = Object.entries(search).filter(([name]) => !(name in DEFAULTS));
    const chosen = Object.entries(readEventsChoice({ ...search, ...to })).filter(
      ([name, value]) => String(value) !== String(DEFAULTS[name as keyof EventsChoice]),
    );
    void navigate({ to: '.', search: Object.fromEntries([...others, ...chosen]) });
  };
  return [readEventsChoice(search), change];
}

type WindowQuery = Pick<EventNumbersQuery, 'period' | 'from' | 'to' | 'timeZone'>;

/** Period and link in the URL, as the questions about events take them. */
export function useScopeQuery(): WindowQuery & Pick<EventNumbersQuery, 'link'> {
  const [{ link }] = useEventsChoice();
  return { ...useWindowQuery(), ...(link !== undefined && { link }) };
}

/** The period in the URL, as the questions about events take it. */
export function useWindowQuery(): WindowQuery {
  const { period, from, to } = useSearch({ strict: false }) as Record<string, unknown>;
  return queryOf(readNumbersWindow({ period, from, to }));
}
