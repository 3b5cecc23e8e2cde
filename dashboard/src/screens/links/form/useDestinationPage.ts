import {
  type DestinationPage,
  readDestination,
} from '@fairlead/contract/operations/dashboard/destinations';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useProjectId } from '../../../api/project.ts';
import { ask } from '../../../api/queries.ts';
import { withScheme } from '../../../parts/form/webAddress.ts';
import type { LinkFormState } from './LinkFormState.ts';

/** Milliseconds after the last keystroke before the page is read. */
const REST = 700;

/** What each field takes over from the page. */
const TAKEN = {
  name: 'title',
  ogTitle: 'title',
  ogDescription: 'description',
  ogImage: 'image',
} as const satisfies Partial<Record<keyof LinkFormState['values'], keyof DestinationPage>>;

export interface ReadPage {
  readonly host: string;
  /** Undefined while it is read. */
  readonly page: DestinationPage | undefined;
}

/**
 * Reads the page that a new link is to lead to, and fills the preview with what it says of itself. Fields in which someone has written
 * something else stay as they are. Undefined while there is no address.
 */
export function useDestinationPage(form: LinkFormState): ReadPage | undefined {
  const projectId = useProjectId();
  const typed = withScheme(form.values.fallbackUrl);
  const [rested] = useDebouncedValue(typed, REST);
  // The preview of one that the form began with is there already.
  const isNew = rested !== withScheme(form.getInitialValues().fallbackUrl);
  const isAddress = isNew && /^https?:\/\/[^/?#]+\.[^/?#]+/i.test(rested) && URL.canParse(rested);
  const { data, isError } = useQuery({
    ...ask(readDestination, { params: { projectId }, body: { url: rested } }),
    enabled: isAddress,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  useTaking(form, data);
  if (!isAddress || isError || rested !== typed) return undefined;
  return { host: new URL(rested).host, page: data };
}

function useTaking(form: LinkFormState, page: DestinationPage | undefined): void {
  const taken = useRef<Record<string, string>>({});
  const { getValues, setFieldValue } = form;
  useEffect(() => {
    if (page === undefined) return;
    for (const [field, source] of Object.entries(TAKEN) as [keyof typeof TAKEN, 'title'][]) {
      const { [field]: now } = getValues();
      if (now !== '' && now !== taken.current[field]) continue;
      taken.current[field] = page[source] ?? '';
      setFieldValue(field, taken.current[field]);
    }
    // The form's functions are the same ones throughout.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [page]);
}
