import { operations } from '@fairlead/contract';
import { route } from '../../../routing/route.ts';

export const getSignInOptionsRoute = route(operations.getSignInOptions, async ({ app }) => {
  const { oidc } = app.accounts;
  return {
    status: 200,
    body: {
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
