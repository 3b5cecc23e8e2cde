import type { Analytics } from '@fairlead/contract/operations/analytics';
import type { Annotation } from '@fairlead/contract/operations/dashboard/numbers';

/** A note that a chart marks. */
export interface Note {
  /** What it is called in the chart and in the list below. */
  readonly number: number;
  /** Start of the day or hour that it is marked at. */
  readonly at: string;
  readonly annotation: ShownAnnotation;
}

/** Shared pages do not say who has written it. */
export type ShownAnnotation = Pick<Annotation, 'id' | 'day' | 'text'> &
  Partial<Pick<Annotation, 'author'>>;

/** The notes on days of a chart, numbered in their order. */
export function notesOf(
  { series }: Pick<Analytics, 'series'>,
  annotations: readonly ShownAnnotation[],
): Note[] {
  // The first point of each day by the clock of the person.
  const starts = new Map<string, string>();
  for (const { at } of series) if (!starts.has(dayOf(at))) starts.set(dayOf(at), at);
  return annotations
    .flatMap((annotation) => {
      const at = starts.get(annotation.day);
      return at === undefined ? [] : [{ at, annotation }];
    })
    .map((note, place) => ({ ...note, number: place + 1 }));
}

/** `2026-11-12` of a moment, by the clock of the person. */
export function dayOf(at: string): string {
  const moment = new Date(at);
  const part = (value: number) => String(value).padStart(2, '0');
  return `${moment.getFullYear()}-${part(moment.getMonth() + 1)}-${part(moment.getDate())}`;
}
