import { createApp, reactNative } from '@fairlead/sdk/react-native';
import AsyncStorage from '@react-native-async-storage/async-storage';
import { AppState, Dimensions, Linking, Platform } from 'react-native';
import { PlayInstallReferrer } from 'react-native-play-install-referrer';

export const links = createApp<{ screen?: string }>({
  publishableKey: 'fl_live_of_your_app',
  baseUrl: 'https://links.example.com',
  ...reactNative({
    AppState,
    Dimensions,
    Linking,
    Platform,
    PlayInstallReferrer,
    storage: AsyncStorage,
  }),
});
