import { Alert } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { TextLink } from '../../parts/links.tsx';
import { PublicPage } from '../../parts/PublicPage.tsx';
import { isOwnPath } from './isOwnPath.ts';
import { SignInForm } from './SignInForm.tsx';

export function SignIn() {
  const router = useRouter();
  const queries = useQueryClient();
  const { next, error } = useSearch({ from: '/sign-in' });
  const enter = () => {
    // It may be someone else than before.
    queries.clear();
    router.history.push(isOwnPath(next) ? next : '/');
  };
  return (
    <PublicPage title="Sign in" about="Links that open the right place in your app.">
      {error !== undefined && (
        <Alert color="red" role="alert">
          {refusalOf(error)}
        </Alert>
      )}
      <SignInForm next={next} onDone={enter}>
        <TextLink to="/forgot-password" size="sm">
          Forgot your password?
        </TextLink>
      </SignInForm>
    </PublicPage>
  );
}

/** By returned code; a code that is not listed is shown, for whoever is asked for help. */
const REFUSALS: Readonly<Record<string, string>> = {
  failed: 'The other service did not sign you in.',
  access_denied: 'You were not signed in, since you did not agree at the other service.',
  signup_disabled:
    'No account here has that email address. Ask someone in the project to invite you.',
  account_not_linked:
    'The email address of that account is not confirmed here. Confirm it under “Account”.',
};

function refusalOf(error: string): string {
  const reason = REFUSALS[error] ?? `The other service did not sign you in (${error}).`;
  return `${reason} Try again, or use your password.`;
}
