import { browser, createApp } from '@fairlead/sdk/app';
import { minorUnits, withEvents } from '@fairlead/sdk/events';

const app = withEvents(
  createApp({
    publishableKey: 'fl_live_of_your_app',
    baseUrl: 'https://links.example.com',
    ...browser(),
  }),
);

void app.start();

document.querySelector('#cart')?.addEventListener('click', () => {
  void app.track('ADD_TO_CART', { properties: { sku: 'tent' } });
});

/** Once the payment has gone through. */
export async function thank(order: { readonly number: string; readonly total: string }) {
  await app.trackPurchase({
    amount: minorUnits(order.total, 'EUR'),
    currency: 'EUR',
    transactionId: order.number,
    items: [{ sku: 'tent', quantity: 1 }],
  });
}
