import { browser, createApp, FairleadError, showReceipt } from '@fairlead/sdk/app';

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

const invitation = document.querySelector('#invitation');
document.querySelector('#invite')?.addEventListener('click', () => void invite());

async function invite() {
  try {
    const { shortUrl } = await app.createLink({ type: 'dynamic', parameters: { screen: 'sale' } });
    if (invitation) invitation.textContent = shortUrl;
  } catch (error) {
    if (!(error instanceof FairleadError)) throw error;
    // In a form, `field` of each error says which input to mark.
    const [first = error] = error.errors;
    if (invitation) invitation.textContent = first.message;
  }
}

// Debug builds: why this open did or did not deliver a link.
if (window.location.hash === '#receipt') showReceipt(app);
