import { router, Stack } from 'expo-router';
import { useEffect } from 'react';
import { links } from '../links';

export default function Layout() {
  useEffect(() => {
    void links.start();
    return links.onLink(({ parameters }) => router.push(`/${parameters.screen ?? ''}`));
  }, []);
  return <Stack />;
}
