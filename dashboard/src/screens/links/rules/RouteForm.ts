import type { UseFormReturnType } from '@mantine/form';
import type { RouteValues } from './routeDrafts.ts';

/** A form that has rules and variants among its values. */
export type RouteForm = UseFormReturnType<RouteValues>;
