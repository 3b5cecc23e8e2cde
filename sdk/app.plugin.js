// Where Expo looks for the plugin of a package.
// oxlint-disable-next-line import/no-default-export -- Expo takes the default
export { withFairlead as default } from './dist/esm/expo-plugin.js';
