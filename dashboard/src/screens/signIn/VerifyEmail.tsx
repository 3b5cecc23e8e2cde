import { verifyEmail } from '@fairlead/contract/operations/dashboard/account';
import { Button, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useWrite } from '../../api/queries.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { PublicPage } from '../../parts/PublicPage.tsx';
import { FormError } from '../../parts/states.tsx';

/** Where the email leads; it takes a click, because mail scanners open links too. */
export function VerifyEmail() {
  const { token = '' } = useSearch({ from: '/verify-email' });
  const verify = useWrite(verifyEmail, { quiet: true });
  return (
    <PublicPage title="Confirm your email address">
      {verify.isSuccess ? (
        <>
          <Text size="sm">Thank you, your address is confirmed.</Text>
          <ButtonLink to="/">Go to the dashboard</ButtonLink>
        </>
      ) : (
        <>
          <FormError error={verify.error} />
          <Button loading={verify.isPending} onClick={() => verify.mutate({ body: { token } })}>
            Confirm
          </Button>
        </>
      )}
    </PublicPage>
  );
}
