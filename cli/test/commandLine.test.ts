import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { COMMANDS } from '../src/commands.ts';
import { runFairlead } from './runFairlead.ts';

const REFUSED: [string, string[], RegExp][] = [
  ['an unknown command names the nearest', ['provison'], /"provison"\. Did you mean "provision"\?/],
  ['an unknown command far from all names none', ['zzzzzz'], /^Unknown command "zzzzzz"\. See/],
  [
    'an unknown option names the nearest',
    ['provision', '--name', 'a', '--io-team', 'X'],
    /no option "--io-team"\. Did you mean "--ios-team"\?/,
  ],
  ['a name of the prototype is no option', ['provision', '--constructor', 'x'], /no option/],
  ['a required option is asked for', ['provision'], /provision needs --name NAME/],
  ['a value is asked for at the end', ['provision', '--name'], /--name needs a value/],
  ['an option is no value', ['provision', '--name', '--plan', 'pro'], /--name needs a value/],
  ['an empty value is none', ['provision', '--name='], /--name needs a value/],
  ['a flag takes no value', ['provision', '--name', 'a', '--json=1'], /--json takes no value/],
  ['surplus words are refused', ['provision', 'shop', '--name', 'a'], /"shop"/],
  ['options follow the command', ['--json', 'provision'], /command comes first/],
  [
    'an address must be one',
    ['provision', '--name', 'a', '--token', 't', '--server', 'localhost:3000'],
    /--server: "localhost:3000" is no address/,
  ],
];

suite('command line', () => {
  for (const [name, argv, message] of REFUSED) {
    test(`status 2: ${name}`, async () => {
      const { status, out, err } = await runFairlead(argv);
      assert.equal(status, 2);
      assert.equal(out, '');
      assert.match(err, message);
    });
  }

  for (const argv of [[], ['help'], ['--help']]) {
    test(`"${argv.join(' ')}" lists every command`, async () => {
      const { status, out } = await runFairlead(argv);
      assert.equal(status, 0);
      for (const { name, summary } of COMMANDS) {
        assert.ok(out.includes(name) && out.includes(summary), name);
      }
    });
  }

  for (const { name, options } of COMMANDS) {
    test(`${name} --help and help ${name} tell every option`, async () => {
      const help = await runFairlead([...name.split(' '), '--help']);
      assert.equal(help.status, 0);
      for (const option of Object.keys(options))
        assert.ok(help.out.includes(`--${option}`), option);
      assert.deepEqual(await runFairlead(['help', ...name.split(' ')]), help);
    });
  }
});
