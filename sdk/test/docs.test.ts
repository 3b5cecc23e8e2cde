import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, test } from 'node:test';
import { INSTALL } from './support/packSdk.ts';

const ROOT = join(import.meta.dirname, '../..');
const SHOWN = /<!-- (examples\/\S+) -->\n\n```\w+\n(.*?)```/gs;
const CODE = /```(?:tsx?|kotlin|swift|xml|json)\n/g;

const COMMAND = /```sh\n(.*?)```/gs;

const NEEDS_A_MAC = 'nothing: it needs a Mac';

/** Every command of the guides, and what runs it. */
const RUN_BY: Readonly<Record<string, string>> = {
  [INSTALL]: 'support/packSdk.ts, for every test of the package',
  'FAIRLEAD_APP_KEY=fl_live_of_your_server FAIRLEAD_URL=https://links.example.com npm start':
    'examples.test.ts',
  'npm pack --workspace sdk --pack-destination ~/my-app': 'support/packSdk.ts, into another folder',
  // expo install asks Expo's own server for the versions; those of its list are installed by npm.
  'npx expo install expo-router expo-linking expo-constants react-dom react-native-gesture-handler react-native-reanimated react-native-safe-area-context react-native-screens react-native-worklets':
    'expoBundle.test.ts',
  'npx expo install expo-application expo-build-properties expo-clipboard expo-device @react-native-async-storage/async-storage':
    'expoBundle.test.ts',
  'npm install @react-native-async-storage/async-storage @react-native-clipboard/clipboard react-native-play-install-referrer':
    'frameworks.test.ts, for their types',
  'npm install @capacitor/app @capacitor/preferences @capacitor/device @capacitor/clipboard':
    'frameworks.test.ts, for their types',
  // It writes native projects, which nothing here compiles.
  'npx expo prebuild':
    'expoBundle.test.ts for iOS, expoPlugin.test.ts by modules of it for Android',
  'fairlead apps publish --platform ios --build 42 --expo app': 'cli/test/builds.test.ts',
  'xcrun simctl terminate booted com.example.shop': NEEDS_A_MAC,
  'xcrun simctl openurl booted https://go.example.com/summer': NEEDS_A_MAC,
  'xcrun simctl openurl booted https://go.example.com/winter': NEEDS_A_MAC,
  // Its plugins come from Google and Maven alone; `android.test.ts` compiles the same sources without it.
  'gradle -p sdk/android publishToMavenLocal': 'nothing, which docs/sdk/android.md says',
};

describe('the SDK guides', () => {
  const shown = new Set<string>();
  for (const page of globSync('docs/sdk/*.md', { cwd: ROOT })) {
    test(`${basename(page)} shows only code from the samples`, () => {
      const text = readFileSync(join(ROOT, page), 'utf8');
      const blocks = [...text.matchAll(SHOWN)];
      assert.equal(text.match(CODE)?.length ?? 0, blocks.length);
      for (const [, file = '', code] of blocks) {
        shown.add(file);
        assert.equal(code, readFileSync(join(ROOT, file), 'utf8'));
      }
    });
  }

  test('every sample file that uses an SDK is shown', () => {
    const using = globSync('examples/**/*.{ts,tsx,kt,swift}', { cwd: ROOT })
      .filter((file) => !file.includes('node_modules'))
      .filter((file) =>
        /@fairlead\/sdk|import dev\.fairlead|import Fairlead/.test(
          readFileSync(join(ROOT, file), 'utf8'),
        ),
      );
    assert.ok(using.length >= 8);
    assert.deepEqual(
      using.filter((file) => !shown.has(file)),
      [],
    );
  });

  for (const [page, sample] of Object.entries({
    expo: 'expo',
    'react-native': 'react-native',
    capacitor: 'capacitor',
  })) {
    test(`${page}.md names every package that its sample is made of`, () => {
      const { dependencies } = JSON.parse(
        readFileSync(join(ROOT, 'examples', sample, 'package.json'), 'utf8'),
      ) as { dependencies: Record<string, string> };
      const text = readFileSync(join(ROOT, 'docs/sdk', `${page}.md`), 'utf8');
      const installed = new Set(
        [...text.matchAll(/^(?:npm|npx expo) install (.+)$/gm)].flatMap(([, names = '']) =>
          names.split(' '),
        ),
      );
      const given = /^(?:expo|react|react-native|@capacitor\/(?:core|android|ios))$/;
      assert.deepEqual(
        Object.keys(dependencies).filter((name) => !given.test(name) && !installed.has(name)),
        [],
      );
    });
  }

  test('every command is run by a test or listed as one that is not', () => {
    const commands = globSync('docs/sdk/*.md', { cwd: ROOT }).flatMap((page) =>
      [...readFileSync(join(ROOT, page), 'utf8').matchAll(COMMAND)].flatMap(([, block = '']) =>
        block.trim().split('\n'),
      ),
    );
    assert.deepEqual([...new Set(commands)].toSorted(), Object.keys(RUN_BY).toSorted());
  });
});
