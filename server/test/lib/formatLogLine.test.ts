import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatLogLine } from '#platform/lib/process/formatLogLine.ts';

const line = (fields: object) =>
  JSON.stringify({ level: 30, time: Date.now(), pid: 7, hostname: 'h', ...fields });

test('a formatted log line has time, level, message and details, but no process id', () => {
  const text = formatLogLine(line({ port: 3000, host: '127.0.0.1', msg: 'Listening' }), false);
  assert.match(text, /^\d\d:\d\d:\d\d info {2}Listening {2}port=3000 host=127\.0\.0\.1\n$/);
});

test("an error's stack follows its log line", () => {
  const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at here' };
  const text = formatLogLine(line({ level: 50, err, msg: 'It failed' }), false);
  assert.match(text, /error It failed\n {2}Error: no\n {6}at here\n$/);
});

test('log lines are coloured only on request, and other text is printed unchanged', () => {
  assert.ok(formatLogLine(line({ msg: 'x' }), true).includes('\u001B['));
  assert.ok(!formatLogLine(line({ msg: 'x' }), false).includes('\u001B['));
  assert.equal(formatLogLine('plain words\n', true), 'plain words\n');
});
