import { LinkProvider, useLinkListener } from '@fairlead/sdk/react';
import { router, Stack } from 'expo-router';
import { links } from '../links';

export default function Layout() {
  return (
    <LinkProvider app={links}>
      <Screens />
    </LinkProvider>
  );
}

function Screens() {
  useLinkListener<{ screen?: string }>(({ parameters }) =>
    router.push(`/${parameters.screen ?? ''}`),
  );
  return <Stack />;
}
