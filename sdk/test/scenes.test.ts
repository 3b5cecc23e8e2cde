import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { functionsOf, openSwiftParser, SCENE_CALLBACKS } from './support/parseSwift.ts';
import { FRAMEWORKS, usePackages } from './support/useFrameworks.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const OFFLINE = 'npm cannot be reached';
const DELEGATES = [
  'examples/ios-uikit/SceneDelegate.swift',
  'examples/react-native/ios/SceneDelegate.swift',
  'examples/react-native/ios-before-0.88/SceneDelegate.swift',
];
const LINKING = 'Libraries/LinkingIOS/RCTLinkingManager.h';
const FACTORY = 'Libraries/AppDelegate/RCTReactNativeFactory.h';

/** What the scene delegates call of React Native, by its name in Objective-C, and the headers that declare it. */
const CALLED = [
  {
    file: 'examples/react-native/ios/SceneDelegate.swift',
    release: FRAMEWORKS['react-native']['react-native'],
    calls: {
      'startReactNative\\(withModuleName: .*, in: window, connectionOptions: ': [
        FACTORY,
        'startReactNativeWithModuleName:inWindow:connectionOptions:',
      ],
      'RCTLinkingManager.scene\\(scene, continue: ': [LINKING, 'scene:continueUserActivity:'],
      'RCTLinkingManager.scene\\(scene, openURLContexts: ': [LINKING, 'scene:openURLContexts:'],
    },
  },
  {
    file: 'examples/react-native/ios-before-0.88/SceneDelegate.swift',
    release: '0.87.1',
    calls: {
      'startReactNative\\(withModuleName: .*, in: window, launchOptions: ': [
        FACTORY,
        'startReactNativeWithModuleName:inWindow:launchOptions:',
      ],
      'RCTLinkingManager.application\\(UIApplication.shared, continue: .*\\) \\{': [
        LINKING,
        'application:continueUserActivity:restorationHandler:',
      ],
      'RCTLinkingManager.application\\(UIApplication.shared, open: .*, options: ': [
        LINKING,
        'application:openURL:options:',
      ],
    },
  },
] as const;

/** Every method that an Objective-C header declares, as `scene:openURLContexts:`. */
function selectorsOf(header: string): string[] {
  return [...header.matchAll(/^[+-] (\([^;]*);/gm)].map(([, declared = '']) => {
    let bare = declared;
    while (bare.includes('(')) bare = bare.replaceAll(/\([^()]*\)/g, '');
    return (bare.match(/\w+:/g) ?? [bare.trim()]).join('');
  });
}

async function useParser(context: TestContext) {
  const parse = await openSwiftParser();
  if (!parse) context.skip(OFFLINE);
  return parse;
}

describe('the Swift code of the SDK and of the samples', () => {
  test('is Swift, by a parser of it', async (context) => {
    const parse = await useParser(context);
    if (!parse) return;
    const files = globSync('{sdk/ios,examples}/**/*.swift', {
      cwd: ROOT,
      exclude: (name) => name === 'node_modules',
    });
    assert.ok(files.length >= 18);
    assert.deepEqual(
      files.filter((file) => parse(read(file)).hasError),
      [],
    );
    assert.ok(parse('func f( {').hasError);
  });
});

describe('links of an iOS app with scenes', () => {
  for (const file of DELEGATES) {
    test(`${file} gets them at a cold and a warm start`, async (context) => {
      const parse = await useParser(context);
      if (!parse) return;
      const functions = functionsOf(parse(read(file)), 'SceneDelegate');
      for (const callback of SCENE_CALLBACKS) {
        const found = functions.find(({ signature }) => signature === callback);
        assert.ok(found, callback);
        assert.match(found.body, /connectionOptions|userActivity|contexts/);
      }
      // What iOS no longer calls would only mislead.
      assert.deepEqual(
        functions.filter(({ signature }) => signature.startsWith('application(')),
        [],
      );
    });
  }

  test('the SwiftUI sample gets them in onOpenURL', () => {
    const source = read('examples/ios/ShopApp.swift');
    assert.match(source, /\.onOpenURL \{ url in Task \{ await links\.open\(url\) \} \}/);
    assert.doesNotMatch(source, /UIApplicationDelegateAdaptor/);
  });

  test('Info.plist names the scene delegate that the samples have', () => {
    const names = [
      ...read('examples/ios-uikit/Info.plist').matchAll(
        /<key>UISceneDelegateClassName<\/key>\s*<string>\$\(PRODUCT_MODULE_NAME\)\.(\w+)<\/string>/g,
      ),
    ].map(([, name]) => name);
    assert.deepEqual(names, ['SceneDelegate']);
    for (const file of DELEGATES) assert.match(read(file), /^final class SceneDelegate:/m);
  });

  for (const { file, release, calls } of CALLED) {
    test(`${file} calls what React Native ${release} has`, async (context) => {
      const packages = await usePackages({ 'react-native': release });
      if (!packages) return context.skip(OFFLINE);
      for (const [call, [header, selector]] of Object.entries(calls)) {
        assert.match(read(file), new RegExp(call));
        const declared = selectorsOf(
          readFileSync(join(packages['react-native'] ?? '', header), 'utf8'),
        );
        assert.ok(declared.includes(selector), selector);
      }
    });
  }

  test('React Native before 0.88 knows no scenes, as the guide says', async (context) => {
    const packages = await usePackages({ 'react-native': '0.87.1' });
    if (!packages) return context.skip(OFFLINE);
    for (const header of [LINKING, FACTORY]) {
      const declared = selectorsOf(
        readFileSync(join(packages['react-native'] ?? '', header), 'utf8'),
      );
      assert.ok(declared.length > 2);
      assert.deepEqual(
        declared.filter((selector) => /scene:|connectionOptions/.test(selector)),
        [],
      );
    }
    // Where its `getInitialURL` looks, and so where the scene delegate puts the link that started the app.
    const looks = readFileSync(
      join(packages['react-native'] ?? '', LINKING.replace(/h$/, 'mm')),
      'utf8',
    );
    for (const name of ['URL', 'UserActivityDictionary', 'UserActivityType', 'UserActivity']) {
      assert.ok(looks.includes(`UIApplicationLaunchOptions${name}Key`), name);
    }
  });
});
