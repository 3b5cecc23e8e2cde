import { App } from '@capacitor/app';
import { Clipboard } from '@capacitor/clipboard';
import { Device } from '@capacitor/device';
import { Preferences } from '@capacitor/preferences';
import { capacitor, createApp } from '@fairlead/sdk/capacitor';

const links = createApp<{ screen?: string }>({
  publishableKey: 'fl_live_of_your_app',
  baseUrl: 'https://links.example.com',
  ...capacitor({ App, Device, Preferences }),
});
const paste = document.querySelector<HTMLButtonElement>('#paste')!;

links.onLink(({ parameters }) => {
  const heading = document.querySelector('#screen');
  if (heading) heading.textContent = parameters.screen ?? 'Welcome';
  paste.hidden = true;
});

paste.addEventListener('click', () => {
  // Here iOS asks for permission.
  void Clipboard.read().then(({ value }) => links.pasted(value));
});

void links.start().then(() => {
  const { firstOpen, delivered } = links.receipt();
  paste.hidden = !firstOpen || delivered > 0;
});
