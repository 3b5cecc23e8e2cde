/**
 * What providers publish as samples of what they send, less the fields that nothing reads.
 *
 * - `APPLE_TEST_NOTIFICATION`: tests/resources/mock_signed_data/testNotification of apple/app-store-server-library-node, and the fingerprint of
 *   the authority that signed it, its tests/resources/certs/testCA.der (MIT License, Copyright 2023 Apple Inc.).
 * - `REVENUECAT`: https://www.revenuecat.com/docs/integrations/webhooks/sample-events (sample-events_1, 2, 3 and 5).
 * - `GOOGLE_PLAY`: https://developer.android.com/google/play/billing/rtdn-reference (Apache License 2.0).
 */
export const APPLE_TEST_NOTIFICATION =
  'eyJ4NWMiOlsiTUlJQm9EQ0NBVWFnQXdJQkFnSUJDekFLQmdncWhrak9QUVFEQWpCTk1Rc3dDUVlEVlFRR0V3SlZVekVUTUJFR0ExVUVDQXdLUTJGc2FXWnZjbTVwWVRFU01CQUdBMVVFQnd3SlEzVndaWEowYVc1dk1SVXdFd1lEVlFRS0RBeEpiblJsY20xbFpHbGhkR1V3SGhjTk1qTXdNVEEwTVRZek56TXhXaGNOTXpJeE1qTXhNVFl6TnpNeFdqQkZNUXN3Q1FZRFZRUUdFd0pWVXpFVE1CRUdBMVVFQ0F3S1EyRnNhV1p2Y201cFlURVNNQkFHQTFVRUJ3d0pRM1Z3WlhKMGFXNXZNUTB3Q3dZRFZRUUtEQVJNWldGbU1Ga3dFd1lIS29aSXpqMENBUVlJS29aSXpqMERBUWNEUWdBRTRyV0J4R21GYm5QSVBRSTB6c0JLekx4c2o4cEQydnFicjB5UElTVXgyV1F5eG1yTnFsOWZoSzhZRUV5WUZWNysrcDVpNFlVU1Ivbzl1UUlnQ1BJaHJLTWZNQjB3Q1FZRFZSMFRCQUl3QURBUUJnb3Foa2lHOTJOa0Jnc0JCQUlUQURBS0JnZ3Foa2pPUFFRREFnTklBREJGQWlFQWtpRVprb0ZNa2o0Z1huK1E5alhRWk1qWjJnbmpaM2FNOE5ZcmdmVFVpdlFDSURKWVowRmFMZTduU0lVMkxXTFRrNXRYVENjNEU4R0pTWWYvc1lSeEVGaWUiLCJNSUlCbHpDQ0FUMmdBd0lCQWdJQkJqQUtCZ2dxaGtqT1BRUURBakEyTVFzd0NRWURWUVFHRXdKVlV6RVRNQkVHQTFVRUNBd0tRMkZzYVdadmNtNXBZVEVTTUJBR0ExVUVCd3dKUTNWd1pYSjBhVzV2TUI0WERUSXpNREV3TkRFMk1qWXdNVm9YRFRNeU1USXpNVEUyTWpZd01Wb3dUVEVMTUFrR0ExVUVCaE1DVlZNeEV6QVJCZ05WQkFnTUNrTmhiR2xtYjNKdWFXRXhFakFRQmdOVkJBY01DVU4xY0dWeWRHbHViekVWTUJNR0ExVUVDZ3dNU1c1MFpYSnRaV1JwWVhSbE1Ga3dFd1lIS29aSXpqMENBUVlJS29aSXpqMERBUWNEUWdBRUZRM2xYMnNxTjlHSXdBaWlNUURRQy9reW5TZ1g0N1J3dmlET3RNWFh2eUtkUWU2Q1BzUzNqbzJ1UkR1RXFBeFdlT2lDcmpsRFdzeXo1d3dkVTBndGFxTWxNQ013RHdZRFZSMFRCQWd3QmdFQi93SUJBREFRQmdvcWhraUc5Mk5rQmdJQkJBSVRBREFLQmdncWhrak9QUVFEQWdOSUFEQkZBaUVBdm56TWNWMjY4Y1JiMS9GcHlWMUVoVDNXRnZPenJCVVdQNi9Ub1RoRmF2TUNJRmJhNXQ2WUt5MFIySkR0eHF0T2pKeTY2bDZWN2QvUHJBRE5wa21JUFcraSIsIk1JSUJYRENDQVFJQ0NRQ2ZqVFVHTERuUjlqQUtCZ2dxaGtqT1BRUURBekEyTVFzd0NRWURWUVFHRXdKVlV6RVRNQkVHQTFVRUNBd0tRMkZzYVdadmNtNXBZVEVTTUJBR0ExVUVCd3dKUTNWd1pYSjBhVzV2TUI0WERUSXpNREV3TkRFMk1qQXpNbG9YRFRNek1ERXdNVEUyTWpBek1sb3dOakVMTUFrR0ExVUVCaE1DVlZNeEV6QVJCZ05WQkFnTUNrTmhiR2xtYjNKdWFXRXhFakFRQmdOVkJBY01DVU4xY0dWeWRHbHViekJaTUJNR0J5cUdTTTQ5QWdFR0NDcUdTTTQ5QXdFSEEwSUFCSFB2d1pmb0tMS2FPclgvV2U0cU9iWFNuYTVUZFdIVlo2aElSQTF3MG9jM1FDVDBJbzJwbHlEQjMvTVZsazJ0YzRLR0U4VGlxVzdpYlE2WmM5VjY0azB3Q2dZSUtvWkl6ajBFQXdNRFNBQXdSUUloQU1USGhXdGJBUU4waFN4SVhjUDRDS3JEQ0gvZ3N4V3B4NmpUWkxUZVorRlBBaUIzNW53azVxMHpjSXBlZnZZSjBNVS95R0dIU1dlejBicTBwRFlVTy9ubUR3PT0iXSwidHlwIjoiSldUIiwiYWxnIjoiRVMyNTYifQ.eyJkYXRhIjp7ImFwcEFwcGxlSWQiOjEyMzQsImVudmlyb25tZW50IjoiU2FuZGJveCIsImJ1bmRsZUlkIjoiY29tLmV4YW1wbGUifSwibm90aWZpY2F0aW9uVVVJRCI6IjlhZDU2YmQyLTBiYzYtNDJlMC1hZjI0LWZkOTk2ZDg3YTFlNiIsInNpZ25lZERhdGUiOjE2ODEzMTQzMjQwMDAsIm5vdGlmaWNhdGlvblR5cGUiOiJURVNUIn0.VVXYwuNm2Y3XsOUva-BozqatRCsDuykA7xIe_CCRw6aIAAxJ1nb2sw871jfZ6dcgNhUuhoZ93hfbc1v_5zB7Og';

const subscriber = {
  environment: 'PRODUCTION',
  app_user_id: '1234567890',
  aliases: ['$RCAnonymousID:8069238d6049ce87cc529853916d624c'],
  original_app_user_id: '$RCAnonymousID:87c6049c58069238dce29853916d624c',
  transaction_id: '123456789012345',
  original_transaction_id: '123456789012345',
  store: 'APP_STORE',
  takehome_percentage: 0.7,
  id: '12345678-1234-1234-1234-123456789012',
  app_id: '1234567890',
};

export const REVENUECAT = {
  initialPurchase: {
    event: {
      ...subscriber,
      event_timestamp_ms: 1658726378679,
      product_id: 'com.subscription.weekly',
      period_type: 'NORMAL',
      currency: 'USD',
      price: 4.99,
      price_in_purchased_currency: 4.99,
      type: 'INITIAL_PURCHASE',
    },
    api_version: '1.0',
  },
  renewal: {
    event: {
      ...subscriber,
      event_timestamp_ms: 1658726405017,
      product_id: 'com.subscription.weekly',
      period_type: 'NORMAL',
      currency: 'EUR',
      is_trial_conversion: false,
      price: 8.14,
      price_in_purchased_currency: 7.99,
      type: 'RENEWAL',
    },
    api_version: '1.0',
  },
  cancellation: {
    event: {
      ...subscriber,
      event_timestamp_ms: 1601337615995,
      product_id: 'com.revenuecat.myapp.weekly',
      period_type: 'NORMAL',
      transaction_id: '100000000000002',
      original_transaction_id: '100000000000000',
      app_user_id: '$RCAnonymousID:12345678-1234-1234-1234-123456789123',
      cancel_reason: 'UNSUBSCRIBE',
      currency: 'USD',
      price: 0.0,
      price_in_purchased_currency: 0.0,
      type: 'CANCELLATION',
      id: '12345678-ABCD-1234-ABCD-12345678912',
    },
    api_version: '1.0',
  },
  nonRenewing: {
    event: {
      ...subscriber,
      event_timestamp_ms: 1658726522314,
      product_id: '2100_tokens',
      period_type: 'NORMAL',
      expiration_at_ms: null,
      currency: 'CAD',
      price: 25.487,
      price_in_purchased_currency: 32.99,
      type: 'NON_RENEWING_PURCHASE',
    },
    api_version: '1.0',
  },
};

const play = { version: '1.0', packageName: 'com.some.thing', eventTimeMillis: '1503349566168' };

export const GOOGLE_PLAY = {
  subscription: {
    ...play,
    subscriptionNotification: {
      version: '1.0',
      notificationType: 4,
      purchaseToken: 'PURCHASE_TOKEN',
    },
  },
  oneTime: {
    ...play,
    oneTimeProductNotification: {
      version: '1.0',
      notificationType: 1,
      purchaseToken: 'PURCHASE_TOKEN',
      sku: 'my.sku',
    },
  },
  voided: {
    ...play,
    voidedPurchaseNotification: {
      purchaseToken: 'PURCHASE_TOKEN',
      orderId: 'GS.0000-0000-0000',
      productType: 1,
      refundType: 1,
    },
  },
  test: { ...play, eventTimeMillis: '1503350156918', testNotification: { version: '1.0' } },
};

/** The reference vector of the Standard Webhooks specification (Apache License 2.0). */
export const STANDARD_WEBHOOK = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
