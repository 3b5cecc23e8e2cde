import { Text } from '@mantine/core';
import type { LinkFormState } from './LinkFormState.ts';
import { type ReadPage, useDestinationPage } from './useDestinationPage.ts';

/** What was read of the page that a new link leads to. */
export function DestinationNote({ form }: { readonly form: LinkFormState }) {
  const read = useDestinationPage(form);
  return (
    <Text size="xs" c="dimmed" className="break" aria-live="polite">
      {read && noteOf(read)}
    </Text>
  );
}

function noteOf({ host, page }: ReadPage): string {
  if (page === undefined) return `Reading the title of ${host}…`;
  if (page.trouble !== null) {
    return `No preview could be loaded from ${host}. The link works all the same; write its preview yourself if it is to have one.`;
  }
  if (page.title === null) return `${host} says nothing for a preview; write one yourself below.`;
  return `Name and preview are taken from ${host}. Change them as you like.`;
}
