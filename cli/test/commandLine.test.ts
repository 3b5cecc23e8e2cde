import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { COMMANDS } from '../src/commands.ts';
import { runFairlead } from './runFairlead.ts';

const REFUSED: [string, string[], RegExp][] = [
  [
    'an unknown command names the nearest',
    ['provison'],
    /'provison'\s+\(Did you mean provision\?\)/,
  ],
  ['an unknown command far from all names none', ['zzzzzz'], /^unknown command 'zzzzzz'\nSee:/],
  [
    'an unknown option names the nearest',
    ['provision', '--name', 'a', '--io-team', 'X'],
    /unknown option '--io-team'\s+\(Did you mean .*--ios-team.*\?\)\nSee: fairlead help provision/,
  ],
  [
    "the API's name of an option leads to ours",
    ['link', 'create', '--fallback-url', 'https://a.example/'],
    /unknown option '--fallback-url' \(Did you mean --to\?\)/,
  ],
  [
    'what others call a command leads to ours',
    ['link', 'get', 'x'],
    /unknown command 'get'.* \(Did you mean .*\)/,
  ],
  [
    'a name on Object.prototype is not taken for an option',
    ['provision', '--name', 'a', '--constructor', 'x'],
    /unknown option/,
  ],
  ['a missing required option is named', ['provision'], /'--name <NAME>' not specified/],
  [
    'an option without its value at the end is named',
    ['provision', '--name'],
    /'--name <NAME>' argument missing/,
  ],
  [
    'an option is not taken as the value of the one before',
    ['provision', '--name', '--plan', 'pro'],
    /'--plan' is invalid/,
  ],
  ['an empty value is refused', ['provision', '--name='], /is empty/],
  ['a flag takes no value', ['provision', '--name', 'a', '--json=1'], /unknown option '--json=1'/],
  ['surplus words are refused', ['provision', 'shop', '--name', 'a'], /too many arguments/],
  ['a missing argument is named', ['link', 'show'], /missing required argument 'LINK'/],
  ['an option before the command is refused', ['--json', 'provision'], /unknown option '--json'/],
  [
    'a group without a command lists its commands',
    ['link'],
    /"link" needs one more word\. There is: link create/,
  ],
  [
    'an invalid server URL is refused',
    ['provision', '--name', 'a', '--token', 't', '--server', 'localhost:3000'],
    /--server: "localhost:3000" is no address/,
  ],
];

/** Without the line breaks of the help. */
const plain = (text: string) => text.replaceAll(/\s+/g, ' ');

suite('command line', () => {
  for (const [name, argv, message] of REFUSED) {
    test(`exits with status 2: ${name}`, async () => {
      const { status, out, err } = await runFairlead(argv);
      assert.equal(status, 2);
      if (!argv.includes('--json')) assert.equal(out, '');
      assert.match(err, message);
    });
  }

  for (const argv of [[], ['help'], ['--help']]) {
    test(`"${argv.join(' ')}" lists every command, and every group with its own list`, async () => {
      const { status, out } = await runFairlead(argv);
      assert.equal(status, 0);
      for (const { name, summary } of COMMANDS) {
        const [word = '', second] = name.split(' ');
        assert.ok(out.includes(word), name);
        const list = second === undefined ? out : (await runFairlead([word, '--help'])).out;
        assert.ok(plain(list).includes(second ?? word), name);
        assert.ok(plain(list).includes(summary), name);
      }
    });
  }

  for (const { name, options } of COMMANDS) {
    test(`${name} --help and help ${name} list every option`, async () => {
      const help = await runFairlead([...name.split(' '), '--help']);
      assert.equal(help.status, 0);
      for (const option of Object.keys(options))
        assert.ok(help.out.includes(`--${option}`), option);
      assert.deepEqual(await runFairlead(['help', ...name.split(' ')]), help);
    });
  }
});
