import { Center } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { CallError } from '../api/CallError.ts';
import { Empty, Failure } from '../parts/states.tsx';
import { ButtonLink } from '../parts/links.tsx';

/** A URL that leads nowhere. */
export function NotFound() {
  useDocumentTitle('Not found · Fairlead');
  return (
    <Center component="main" mih="70vh">
      <Empty
        order={1}
        title="Page not found"
        action={<ButtonLink to="/">Go to your projects</ButtonLink>}
      >
        The page may have moved, or the link that brought you here is incomplete.
      </Empty>
    </Center>
  );
}

/** A screen that failed; a new version of the dashboard may have replaced its files. */
export function ScreenFailure({ error }: { readonly error: unknown }) {
  const router = useRouter();
  const retry = () => (error instanceof CallError ? router.invalidate() : window.location.reload());
  return <Failure error={error} retry={retry} />;
}
