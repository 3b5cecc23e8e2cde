import type { UseFormReturnType } from '@mantine/form';
import type { LinkValues } from './linkValues.ts';

/** The form of a link, as its fields get it. */
export type LinkFormState = UseFormReturnType<LinkValues>;
