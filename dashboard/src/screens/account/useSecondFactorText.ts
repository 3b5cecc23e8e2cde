import { getSignInOptions } from '@fairlead/contract/operations/dashboard/session';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../api/queries.ts';

/** When this server asks for the second factor. */
export function useSecondFactorText(): string {
  const { data } = useQuery(ask(getSignInOptions, {}));
  const afterPassword =
    'A code from an authenticator app at each sign-in, in addition to the password.';
  if (!data?.oidc) return afterPassword;
  const { name, replacesSecondFactor } = data.oidc;
  return replacesSecondFactor
    ? `${afterPassword} Not asked for when you sign in with ${name}, which this server trusts to check who you are.`
    : `${afterPassword} Also asked for when you sign in with ${name}.`;
}
