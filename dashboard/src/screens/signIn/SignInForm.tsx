import type { SessionToken } from '@fairlead/contract/operations/dashboard/session';
import { Stack } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { session } from '../../api/session.ts';
import { createSignInForm } from './form/createSignInForm.ts';

interface SignInFormProps {
  /** Whose account it has to be. */
  readonly email: string;
  /** With a passkey it may be somebody else than `email` says. */
  readonly onDone: (person: SessionToken['user']) => unknown;
  /** Where the other service leads back to. */
  readonly next: string;
  /** The other service opens beside this page, which stays as it is. */
  readonly beside?: boolean;
  readonly children?: ReactNode;
}

/** The form of the sign-in page, within another one of the dashboard. */
export function SignInForm({ email, onDone, next, beside = false, children }: SignInFormProps) {
  const place = useRef<HTMLDivElement>(null);
  const enter = useEffectEvent((opened: SessionToken) => {
    session.begin(opened);
    onDone(opened.user);
  });
  useEffect(() => {
    const made = createSignInForm({ email, next, beside, onEnter: (opened) => enter(opened) });
    place.current?.replaceChildren(made.form);
    made.focus();
    return made.stop;
  }, [email, next, beside]);
  return (
    <Stack gap="sm">
      <div ref={place} />
      {children}
    </Stack>
  );
}
