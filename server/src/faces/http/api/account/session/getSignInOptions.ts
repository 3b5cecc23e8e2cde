import { operations } from '@fairlead/contract';
import { findRelyingParty } from '#teams/accounts/passkeys/relyingParty.ts';
import { route } from '../../../routing/route.ts';

export const getSignInOptionsRoute = route(operations.getSignInOptions, async ({ app }) => {
  const { oidc } = app.accounts;
  return {
    status: 200,
    body: {
      passkeyOrigin: findRelyingParty(app.accounts)?.origin ?? null,
      oidc:
        oidc === undefined
          ? null
          : {
              name: oidc.name,
              startUrl: '/api/v1/session/oidc',
              replacesSecondFactor: oidc.replacesSecondFactor,
            },
    },
  };
});
