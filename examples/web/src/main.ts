import { browser, createApp, showReceipt } from '@fairlead/sdk/app';

interface LinkParameters {
  readonly screen?: string;
}

const app = createApp<LinkParameters>({
  publishableKey: 'fl_live_of_your_app',
  baseUrl: 'https://links.example.com',
  ...browser(),
});

app.onLink(({ parameters }) => {
  const heading = document.querySelector('#screen');
  if (heading && parameters.screen === 'sale') heading.textContent = 'Sale';
});

void app.start();

// Debug builds: why this open did or did not deliver a link.
if (window.location.hash === '#receipt') showReceipt(app);
