import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { LIMITS } from '@fairlead/contract/limits';
import { BRANDED_PAGES, PAGE_LANGUAGES, type PageLanguage } from '@fairlead/contract/pageTexts';
import type { ProjectBrand } from '@fairlead/contract/operations/dashboard/brand';
import sharp from 'sharp';
import { BRANDS, drawPng, giveBrand, PLAIN, setBrand, shrink } from '../support/callers/brands.ts';
import { holdCalls } from '../support/callers/heldCalls.ts';
import { bodyOf } from '../support/callers/person.ts';
import { anyProject, member, newProject } from '../support/callers/personas.ts';
import { until } from '../support/until.ts';

const PNG = 'image/png';
const blob = (bytes: Uint8Array | string, type: string) =>
  new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type });
const bytesOf = (dataUrl: string) => Buffer.from(dataUrl.split(',')[1]!, 'base64');

/** A photo with the place where it was taken, lying on its side. */
async function takePhoto(): Promise<Blob> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const bytes = await sharp({
    create: { width: 1600, height: 900, channels: 3, background: '#808080', noise },
  })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD3: { GPSLatitude: '48/1 12/1 0/1' }, IFD0: { Artist: 'Ada' } })
    .toBuffer();
  return blob(bytes, 'image/jpeg');
}

describe('brand of a project', () => {
  test('without one it is empty, and names the texts that it may replace', async () => {
    const project = await anyProject();
    const params = { projectId: project.project.id };
    const { brand, standardTexts } = bodyOf(
      await member(project)(operations.getBrand, { params }),
      200,
    );
    assert.deepEqual(brand, PLAIN);
    assert.deepEqual(Object.keys(standardTexts).toSorted(), Object.keys(PAGE_LANGUAGES).toSorted());
    assert.equal(standardTexts.de?.open, 'App öffnen');
  });

  test('is stored, and in the audit log without its images', async () => {
    const project = await newProject();
    const given = await giveBrand(project, BRANDS[0]!);
    const params = { projectId: project.project.id };
    const call = member(project);
    const { brand } = bodyOf(await call(operations.getBrand, { params }), 200);
    assert.deepEqual(brand, given);
    const { entries } = bodyOf(await call(operations.listAuditEntries, { params }), 200);
    const entry = entries.find(({ action }) => action === 'brand.updated');
    assert.equal(entry?.details['color'], BRANDS[0]!.color);
    assert.equal(entry?.details['logo'], true);
    assert.equal(entry?.details['icon'], true);
  });

  for (const [what, change, message] of [
    ['another colour than six digits', { color: 'blue' }, /color must be a colour such as #1a56db/],
    ['http', { imprintUrl: 'http://example.com/' }, /imprintUrl must begin with https:\/\//],
    ['a script', { privacyUrl: 'javascript:alert(1)' }, /privacyUrl must begin with https:\/\//],
    [
      'an invisible character in a URL',
      { privacyUrl: 'https://example.com/\u200b' },
      /privacyUrl must not contain control or invisible characters/,
    ],
    [
      'what is no WebP image',
      { logo: `data:image/webp;base64,${Buffer.from('no image').toString('base64')}` },
      /logo must be an image as shrinkBrandImage answers it/,
    ],
    [
      'another type of image',
      { icon: 'data:image/svg+xml;base64,PHN2Zz4=' },
      /icon must be an image as shrinkBrandImage answers it/,
    ],
    ['a long text', { texts: { en: { open: 'x'.repeat(41) } } }, /texts\.en\.open .*40/],
    ['another language', { texts: { tlh: { open: 'x' } } }, /tlh/],
    ['another text', { texts: { en: { copy: 'x' } } }, /copy/],
  ] as const) {
    test(`refuses ${what}`, async () => {
      const project = await anyProject();
      const body = { ...PLAIN, ...change } as ProjectBrand;
      const params = { projectId: project.project.id };
      const reply = await member(project)(operations.setBrand, { params, body });
      assert.equal(reply.status, 400);
      assert.match(String((reply.body as { message: unknown }).message), message);
    });
  }
});

describe('a logo', () => {
  test('is made small, upright and free of what a camera wrote', async () => {
    const photo = bodyOf(await shrink(await anyProject(), await takePhoto()), 200);
    const bytes = bytesOf(photo.image);
    assert.equal(bytes.length, photo.bytes);
    const { format, exif, width, height, orientation } = await sharp(bytes).metadata();
    assert.equal(format, 'webp');
    assert.equal(exif, undefined);
    assert.equal(orientation, undefined);
    assert.deepEqual({ width, height }, { width: photo.width, height: photo.height });
    assert.ok(height > width, 'it stands upright');
  });

  test('keeps its transparency and is not enlarged', async () => {
    const file = await drawPng(
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><circle r="9" cx="10" cy="10"/></svg>',
    );
    const logo = bodyOf(await shrink(await anyProject(), file), 200);
    assert.deepEqual([logo.width, logo.height], [40, 20]);
    assert.equal((await sharp(bytesOf(logo.image)).metadata()).hasAlpha, true);
  });

  for (const [what, file, message] of [
    ['a text', blob('Hello', PNG), /no PNG, JPEG or WebP image/],
    ['nothing', blob('', PNG), /no PNG, JPEG or WebP image/],
    [
      'an SVG under another name',
      blob('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', PNG),
      /no PNG, JPEG or WebP image/,
    ],
    [
      'a GIF',
      blob(Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'), PNG),
      /no PNG, JPEG or WebP image/,
    ],
  ] as const) {
    test(`refuses ${what}`, async () => {
      const reply = await shrink(await anyProject(), file);
      assert.equal(reply.status, 400);
      assert.match(String((reply.body as { message: unknown }).message), message);
    });
  }

  test('413: more bytes than an image may have', async () => {
    const reply = await shrink(await anyProject(), blob('x'.repeat(LIMITS.imageBytes + 1), PNG));
    assert.equal(reply.status, 413);
  });

  test(`429 beyond ${LIMITS.imagesAtOnce} of a person at a time, until one of them ends`, async () => {
    const project = await newProject();
    const file = await drawPng('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>');
    {
      using held = holdCalls({
        port: project.server.port,
        path: `/api/v1/projects/${project.project.id}/brand/images?use=logo`,
        headers: { authorization: `Bearer ${project.sessionToken}`, 'content-type': PNG },
        howMany: LIMITS.imagesAtOnce + 1,
      });
      assert.equal((await held.first).statusCode, 429);
      assert.equal((await shrink(project, file)).status, 429);
    }
    await until('there is room again', async () => (await shrink(project, file)).status === 200);
  });

  test('refuses a file that is cut off', async () => {
    const whole = await (await takePhoto()).arrayBuffer();
    const half = blob(new Uint8Array(whole.slice(0, whole.byteLength / 2)), 'image/jpeg');
    const reply = await shrink(await anyProject(), half);
    assert.equal(reply.status, 400);
  });

  test('refuses more pixels than the limit before they are decoded', async () => {
    const bytes = await sharp({
      create: { width: 10_000, height: 6000, channels: 3, background: '#123456' },
    })
      .toColourspace('b-w')
      .png()
      .toBuffer();
    assert.ok(bytes.length < 1024 * 1024, 'a small file');
    const reply = await shrink(await anyProject(), blob(bytes, PNG));
    assert.equal(reply.status, 400);
    assert.match(String((reply.body as { message: unknown }).message), /megapixels/);
  });

  test('refuses another media type with 415, and a large body with 413', async () => {
    const project = await anyProject();
    const other = await shrink(project, blob('<svg/>', 'image/svg+xml'));
    const large = await shrink(project, blob(Buffer.alloc(10 * 1024 * 1024 + 1), PNG));
    const statuses: readonly number[] = [other.status, large.status];
    assert.deepEqual(statuses, [415, 413]);
  });
});

describe('the preview of a brand', () => {
  test('renders every page in every language and scheme, without a script', async () => {
    const project = await newProject();
    const brand = await giveBrand(project, BRANDS[4]!);
    const params = { projectId: project.project.id };
    for (const page of BRANDED_PAGES) {
      for (const language of Object.keys(PAGE_LANGUAGES) as PageLanguage[]) {
        const scheme = language === 'de' ? 'dark' : 'light';
        const body = { brand, page, language, scheme } as const;
        const reply = bodyOf(await member(project)(operations.previewBrand, { params, body }), 200);
        assert.ok(reply.html.includes(`<html lang="${language}"`));
        assert.doesNotMatch(reply.html, /<script|prefers-color-scheme/);
        assert.ok(reply.html.includes(`color-scheme:${scheme}`));
        assert.ok(reply.bytes < 15 * 1024);
      }
    }
  });

  test('takes a brand that is not stored, and refuses an invalid one', async () => {
    const project = await newProject();
    const params = { projectId: project.project.id };
    const preview = (brand: ProjectBrand) =>
      member(project)(operations.previewBrand, {
        params,
        body: { brand, page: 'launch', language: 'en', scheme: 'light' },
      });
    const { html } = bodyOf(await preview({ ...PLAIN, color: '#336699' }), 200);
    assert.match(html, /--main:#336699/);
    const refused = await preview({ ...PLAIN, imprintUrl: 'https://example.com/\u200b' });
    assert.equal(refused.status, 400);
    assert.deepEqual(await setBrand(project, {}), PLAIN);
  });
});
