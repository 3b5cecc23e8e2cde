import { type LinkReach, REACH_WARNING } from '@fairlead/contract/operations/builds';
import { Alert, Text } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';

/** Which phones can open a link, in a sentence or two: a warning if they are too few. */
export function ReachNote({ reach }: { readonly reach: LinkReach }) {
  if (isLow(reach)) {
    return (
      <Alert color="yellow" icon={<TriangleAlert size={18} />} title="Too few phones can open it">
        {reach.summary}
      </Alert>
    );
  }
  // Without a published build there is nothing to say.
  if (!reach.builds.some(({ build }) => build !== null)) return null;
  return (
    <Text size="sm" c="dimmed">
      {reach.summary}
    </Text>
  );
}

export function isLow({ share }: LinkReach): boolean {
  return share !== null && share < REACH_WARNING;
}
