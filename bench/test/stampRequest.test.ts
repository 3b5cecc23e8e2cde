import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { buildRequest, FRESH_ADDRESS, FRESH_NUMBER } from '../src/load/buildRequest.ts';
import { prepareRequest, stampRequest } from '../src/load/stampRequest.ts';

const REQUESTS = 200_000;

suite('placeholders in load requests', () => {
  test('IP addresses are unique and have three-digit octets', () => {
    const request = prepareRequest(buildRequest('/a', { 'X-Forwarded-For': FRESH_ADDRESS }));
    const seen = new Set<string>();
    for (let fresh = 0; fresh < REQUESTS; fresh += 1) {
      const text = stampRequest(request, fresh).toString('latin1');
      const address = /X-Forwarded-For: (1\d\d|2[01]\d)((?:\.[12]\d\d){3})\r\n/.exec(text)?.[0];
      assert.ok(address !== undefined, text);
      seen.add(address);
    }
    assert.equal(seen.size, REQUESTS);
  });

  test("numbers are padded to the placeholder's width, in bodies too", () => {
    const text = buildRequest('/a', {}, { installationId: `new-${FRESH_NUMBER}` });
    const stamped = stampRequest(prepareRequest(text), 42).toString('latin1');
    assert.match(stamped, /\{"installationId":"new-00000000000042"\}$/);
    assert.equal(stamped.length, text.length);
  });

  test('requests without placeholders are sent unchanged', () => {
    const text = buildRequest('/a', { Host: 'x.localhost' });
    assert.equal(stampRequest(prepareRequest(text), 42).toString('latin1'), text);
  });
});
