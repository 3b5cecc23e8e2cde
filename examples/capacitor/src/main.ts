import { App } from '@capacitor/app';
import { Device } from '@capacitor/device';
import { Preferences } from '@capacitor/preferences';
import { capacitor, createApp } from '@fairlead/sdk/capacitor';

const links = createApp<{ screen?: string }>({
  publishableKey: 'fl_live_of_your_app',
  baseUrl: 'https://links.example.com',
  ...capacitor({ App, Device, Preferences }),
});

links.onLink(({ parameters }) => {
  const heading = document.querySelector('#screen');
  if (heading) heading.textContent = parameters.screen ?? 'Welcome';
});

void links.start();
