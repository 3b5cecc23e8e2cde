import { Button, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { session, SIGNED_IN } from '../api/session.ts';

const load = () => import('../screens/signIn/SignInForm.tsx');
const SignInForm = lazy(() => load().then((module) => ({ default: module.SignInForm })));

/**
 * When the session has ended under an open page: asks for the password over it, so that nothing typed is lost. What was
 * sent is not sent again by itself.
 */
export function SignInAgain() {
  const queries = useQueryClient();
  const router = useRouter();
  const person = useSyncExternalStore(session.onChange, session.signedOut);
  const before = useRef(person);
  useEffect(() => {
    const { current } = before;
    before.current = person;
    if (person !== undefined || current === undefined) return;
    void session.person().then(
      (now) => {
        if (now === null) return;
        // Someone else must not go on with what this person saw and typed.
        if (now.id === current.id) void queries.invalidateQueries();
        else window.location.assign('/');
      },
      () => {},
    );
  }, [person, queries]);
  // Needed when the server may be away, and not before the first screen.
  useEffect(() => void load().catch(() => {}), []);
  useReturn(person !== undefined);
  if (person === undefined) return null;
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      centered
      zIndex={1000}
      title="Sign in to continue"
      overlayProps={{ backgroundOpacity: 0.6, blur: 6 }}
    >
      <Stack gap="sm">
        <Text size="sm">
          You were signed out. The page behind this stays as you left it, with everything that you
          have typed.
        </Text>
        <Suspense>
          <SignInForm
            key={person.id}
            email={person.email}
            onDone={() => {}}
            next="/signed-in"
            beside
          >
            <Button
              variant="subtle"
              onClick={() => void session.end().then(() => router.navigate({ to: '/sign-in' }))}
            >
              Leave this page
            </Button>
          </SignInForm>
        </Suspense>
      </Stack>
    </Modal>
  );
}

/** Looks for a session when the person has signed in in another tab, or comes back to this one. */
function useReturn(waiting: boolean): void {
  useEffect(() => {
    if (!waiting) return undefined;
    const look = () => void session.renew();
    const channel = new BroadcastChannel(SIGNED_IN);
    channel.addEventListener('message', look);
    window.addEventListener('focus', look);
    return () => {
      channel.close();
      window.removeEventListener('focus', look);
    };
  }, [waiting]);
}
