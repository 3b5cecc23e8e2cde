import { useEffect } from 'react';
import { Waiting } from '../../parts/states.tsx';

/** The sign-in page is one of its own (`signInPage.ts`), which the server has at this address. */
export function SignIn() {
  useEffect(() => window.location.reload(), []);
  return <Waiting rows={6} />;
}
