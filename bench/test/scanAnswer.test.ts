import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { scanAnswer } from '../src/load/scanAnswer.ts';

const WHOLE: [string, string, number][] = [
  ['with a length', 'HTTP/1.1 302 Found\r\nLocation: /x\r\ncontent-length: 3\r\n\r\nabc', 302],
  ['without a body', 'HTTP/1.1 204 No Content\r\nDate: now\r\n\r\n', 204],
  [
    'in chunks',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\na\r\n0123456789\r\n0\r\n\r\n',
    200,
  ],
];

suite('answer scanner', () => {
  for (const [name, text, status] of WHOLE) {
    test(`a response ${name} is complete only with its last byte`, () => {
      const bytes = Buffer.from(`${text}HTTP/1.1 500 stale bytes of an answer before\r\n\r\n`);
      for (let end = 0; end < text.length; end += 1) {
        assert.equal(scanAnswer(bytes, end), undefined, `after ${end} bytes`);
      }
      assert.deepEqual(scanAnswer(bytes, text.length), {
        status,
        bytes: text.length,
        closes: false,
      });
    });
  }

  test('reports that the server closes the connection', () => {
    const text = 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
    assert.equal(scanAnswer(Buffer.from(text), text.length)?.closes, true);
  });

  test('throws on non-HTTP answers and on bodies of unknown length', () => {
    for (const text of ['SSH-2.0-OpenSSH\r\n\r\n', 'HTTP/1.1 200 OK\r\nDate: now\r\n\r\n']) {
      assert.throws(() => scanAnswer(Buffer.from(text), text.length));
    }
  });
});
