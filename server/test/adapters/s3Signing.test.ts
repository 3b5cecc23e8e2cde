import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { openFiles } from '#platform/adapters/files.ts';
import { openStrictStore, type Signed, signatureV4 } from '../support/outside/openStrictStore.ts';

const folder = await mkdtemp(join(tmpdir(), 'fairlead-s3-'));
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
// The account of the examples in the documentation of S3, "Signature Calculations for the Authorization Header".
const EXAMPLE = { region: 'us-east-1', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };

const PUBLISHED: readonly (readonly [string, Partial<Signed>, string])[] = [
  [
    'GET Object',
    { target: '/test.txt', headers: { range: 'bytes=0-9' } },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'PUT Object, with a dollar in its key',
    {
      method: 'PUT',
      target: '/test$file.text',
      headers: {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      },
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'GET Bucket Lifecycle',
    { target: '/?lifecycle' },
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'List Objects',
    { target: '/?prefix=J&max-keys=2' },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
];

describe('the S3 test server', () => {
  for (const [name, { method = 'GET', target = '/', headers }, signature] of PUBLISHED) {
    test(`expects AWS's published signature for ${name}`, () => {
      const all: Record<string, string> = {
        host: 'examplebucket.s3.amazonaws.com',
        'x-amz-content-sha256': EMPTY,
        'x-amz-date': '20130524T000000Z',
        ...headers,
      };
      const request = { method, target, headers: all };
      assert.equal(signatureV4(request, Object.keys(all).toSorted(), EXAMPLE), signature);
    });
  }
});

describe('requests to S3', () => {
  after(() => rm(folder, { recursive: true, force: true }));
  const account = { id: 'AKIAEXAMPLE', secret: 'a+b/c=d&e f@g:h?é/', region: 'eu-central-1' };
  async function* csv() {
    yield Buffer.from('Name\r\né\r\n');
  }

  test('are signed correctly whatever characters are in keys and credentials', async () => {
    await using store = await openStrictStore(account);
    const names = [
      'exports/0198/a.csv',
      'with space/ü 🎉/a+b.csv',
      "!'()*~._-/$&,;=:@.csv",
      'a%2Fb/100%.csv',
      'question?mark/hash#.csv',
    ];
    const files = openFiles({ url: store.url('two words+%C3%BC'), dataDir: folder });
    for (const name of names) {
      assert.equal(await files.write(name, csv()), 10, name);
      const read = await files.read(name);
      assert.ok(read, name);
      const chunks: Uint8Array[] = [];
      for await (const chunk of read.content) chunks.push(chunk);
      assert.equal(Buffer.concat(chunks).toString(), 'Name\r\né\r\n', name);
    }
    assert.deepEqual(
      store.keys(),
      names.map((name) => `/bucket/two words+ü/${name}`),
    );
    for (const name of names) await files.delete(name);
    assert.deepEqual(store.keys(), []);
    assert.equal(await files.read('exports/0198/a.csv'), undefined);
  });

  test('with a wrong secret, region or key id are refused', async () => {
    await using store = await openStrictStore(account);
    for (const wrong of [{ secret: 'another' }, { region: 'us-east-1' }, { id: 'NOBODY' }]) {
      const url = store.url('prefix', { ...account, ...wrong });
      const files = openFiles({ url, dataDir: folder });
      await assert.rejects(files.write('a.csv', csv()), /answered 403/);
      await assert.rejects(files.read('a.csv'), /answered 403/);
    }
    assert.deepEqual(store.keys(), []);
  });
});
