import type { SessionToken } from '@fairlead/contract/operations/dashboard/session';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { CallRefused } from '../../parts/states.tsx';
import { offerPasskeys } from './offerPasskeys.ts';

interface PasskeyButtonProps {
  /** Offers passkeys at the email field of the form too. */
  readonly atField: boolean;
  readonly onEnter: (opened: SessionToken) => void;
}

/** Signs in with a passkey instead of all fields. */
export function PasskeyButton({ atField, onEnter }: PasskeyButtonProps) {
  const [error, setError] = useState<unknown>();
  const [pressed, setPressed] = useState(false);
  const offer = useRef<ReturnType<typeof offerPasskeys>>(null);
  const enter = useEffectEvent(onEnter);
  useEffect(() => {
    offer.current = offerPasskeys({ atField, onEnter: enter, onError: setError });
    return () => offer.current?.stop();
  }, [atField]);
  const press = () => {
    setPressed(true);
    void offer.current?.press().finally(() => setPressed(false));
  };
  return (
    <>
      <CallRefused error={error} />
      <Button variant="default" loading={pressed} onClick={press}>
        Sign in with a passkey
      </Button>
    </>
  );
}
