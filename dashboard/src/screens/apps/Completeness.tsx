import { Badge } from '@mantine/core';

/** Whether a platform has what it needs to trust the app. */
export function Completeness({ complete }: { readonly complete: boolean }) {
  return (
    <Badge variant="light" color={complete ? 'teal' : 'yellow'}>
      {complete ? 'Complete' : 'Incomplete'}
    </Badge>
  );
}
