import { Text } from '@mantine/core';
import { useEffect } from 'react';
import { SIGNED_IN } from '../../api/session.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { PublicPage } from '../../parts/PublicPage.tsx';

/** Where another service leads back to when the person signed in beside an open page. */
export function SignedIn() {
  useEffect(() => {
    const channel = new BroadcastChannel(SIGNED_IN);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    channel.postMessage('');
    channel.close();
  }, []);
  return (
    <PublicPage title="You are signed in">
      <Text size="sm">Close this tab and go on where you were.</Text>
      <ButtonLink to="/" variant="default">
        Open the dashboard here
      </ButtonLink>
    </PublicPage>
  );
}
