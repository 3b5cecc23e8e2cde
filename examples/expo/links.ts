import { createApp, expo } from '@fairlead/sdk/expo';
import AsyncStorage from '@react-native-async-storage/async-storage';
import * as Application from 'expo-application';
import * as Device from 'expo-device';
import { AppState, Dimensions, Linking, Platform } from 'react-native';

export const links = createApp<{ screen?: string }>({
  publishableKey: 'fl_live_of_your_app',
  baseUrl: 'https://links.example.com',
  ...expo({ AppState, Application, Device, Dimensions, Linking, Platform, storage: AsyncStorage }),
});
