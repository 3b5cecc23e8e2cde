import { describe } from 'node:test';
import type { Link } from '@fairlead/contract/resources';
import {
  newLink,
  newProject,
  type TestProject,
} from '../../../server/test/support/callers/personas.ts';
import { pixel, type TestPhone } from '../../../server/test/support/callers/phones.ts';
import {
  type App,
  type AppOptions,
  type AppReceipt,
  createApp,
  type OpenedLink,
} from '../../src/app.ts';
import { type EventsOptions, type Tracking, withEvents } from '../../src/events.ts';
import {
  type AdapterName,
  ADAPTERS,
  type Device,
  publishableKeyOf,
  type Start,
} from './adapters.ts';
import { type WatchedFetch, watchFetch } from './faults.ts';
import { launchAndroid, type LaunchSettings } from './launchAndroid.ts';

/** The adapters of the TypeScript SDK, and the Kotlin SDK with its Android layer. */
export type SdkName = AdapterName | 'android';

export const INSTALLED = ['react-native', 'expo', 'capacitor', 'android'] as const;
export const ALL = ['browser', ...INSTALLED] as const;

/** The part of the outside lane that tests the Kotlin SDK, or another one; undefined: `npm test`, which needs no Java. */
const PART = process.env['FAIRLEAD_TEST_PART'];

/** A suite for each of the SDKs. */
export function describeEach(
  what: string,
  names: readonly SdkName[],
  body: (name: SdkName) => void,
) {
  for (const name of names) {
    if ((name === 'android') === (PART === 'kotlin'))
      describe(`${what}, ${name}`, () => body(name));
  }
}

export interface World {
  readonly project: TestProject;
  readonly key: string;
  readonly link: Link;
  readonly phone: TestPhone;
  /** What outlives the processes of the app. */
  readonly stored: Map<string, string>;
}

export async function newWorld(): Promise<World> {
  const project = await newProject();
  const link = await newLink(project, {
    type: 'dynamic',
    parameters: { screen: 'sale' },
    androidFallbackUrl: 'https://play.google.com/store/apps/details?id=com.example',
  });
  const key = await publishableKeyOf(project);
  return { project, key, link, phone: pixel(), stored: new Map() };
}

export interface Launched {
  readonly app: App & Tracking;
  readonly device: Omit<Device, 'platform'>;
  readonly net: WatchedFetch;
  /** What the first listener heard. */
  readonly opened: OpenedLink[];
}

export type LaunchOptions = Partial<AppOptions & EventsOptions> & {
  readonly net?: WatchedFetch;
  /** Nobody listens. */
  readonly deaf?: boolean;
};

/** A process of the app, which ends with `app.stop`; one that is killed is not heard of again. */
export function launch(
  world: World,
  name: SdkName,
  start: Omit<Start, 'stored'> = {},
  {
    net = watchFetch({ 'x-forwarded-for': world.phone.address }),
    deaf,
    ...rest
  }: LaunchOptions = {},
): Launched {
  const options = {
    publishableKey: world.key,
    timeout: 10_000,
    retryDelay: 1,
    queueDelay: 20,
    sendDelay: 5,
    ...rest,
  };
  const { app, ...device } = open(world, name, { stored: world.stored, ...start }, options, net);
  const opened: OpenedLink[] = [];
  if (!deaf) app.onLink((each) => opened.push(each));
  return { app, device, net, opened };
}

function open(
  { project: { server } }: World,
  name: SdkName,
  start: Start,
  options: Partial<AppOptions> & LaunchSettings,
  net: WatchedFetch,
): { app: App & Tracking } & Launched['device'] {
  if (name === 'android') {
    const { app, screen } = launchAndroid(start, {
      ...options,
      fetch: (url, init) =>
        net.fetch(server.origin + new URL(url).pathname + new URL(url).search, init),
    });
    return {
      app,
      open: (url) => screen('newIntent', url),
      show: (active) => screen(active ? 'show' : 'hide'),
    };
  }
  const { platform, ...device } = ADAPTERS[name](start);
  const app = createApp({ ...platform, baseUrl: server.origin, fetch: net.fetch, ...options });
  return { app: withEvents(app, options), ...device };
}

export function count({ calls }: WatchedFetch, path: string): number {
  return calls.filter((each) => each.endsWith(path)).length;
}

/** Whether the log says so. */
export function says(
  { steps }: AppReceipt,
  step: AppReceipt['steps'][number]['step'],
  outcome: AppReceipt['steps'][number]['outcome'],
  words: RegExp = /./,
): boolean {
  return steps.some(
    (each) => each.step === step && each.outcome === outcome && words.test(each.detail),
  );
}
