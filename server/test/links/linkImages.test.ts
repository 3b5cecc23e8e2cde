import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { createClient } from '@fairlead/contract/client';
import { CARD_SIZE } from '@fairlead/contract/imageTypes';
import { LIMITS } from '@fairlead/contract/limits';
import sharp from 'sharp';
import { deleteUnusedImages } from '#links/creating/images/deleteUnusedImages.ts';
import { DAY_MS } from '#platform/lib/time.ts';
import { drawPng } from '../support/callers/brands.ts';
import { holdCalls } from '../support/callers/heldCalls.ts';
import { bodyOf, newPerson } from '../support/callers/person.ts';
import { anyProject, member, newProject, type TestProject } from '../support/callers/personas.ts';
import { send } from '../support/callers/request.ts';
import { startServer } from '../support/useServer.ts';
import { until } from '../support/until.ts';

let drawn = 0;
/** Every one is another, in a way that a JPEG shows. */
function draw(width = 40, height = 20): Promise<Blob> {
  drawn += 1;
  return drawPng(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${drawn}" height="9"/></svg>`,
  );
}

function upload(project: TestProject, body: Blob) {
  const params = { projectId: project.project.id };
  return member(project)(operations.uploadLinkImage, { params, body });
}

async function urlOfUpload(project: TestProject): Promise<string> {
  return bodyOf(await upload(project, await draw()), 201).url;
}

function load(project: TestProject, url: string, method = 'GET') {
  const { pathname, search, host } = new URL(url);
  return send({
    port: project.server.port,
    method,
    path: pathname + search,
    headers: { host },
  });
}

/** Whether the image is still there after the nightly look of so many days later. */
async function isThereAfter(project: TestProject, url: string, days: number): Promise<boolean> {
  const { db, files } = project.server.app;
  await deleteUnusedImages(db, files, new Date(Date.now() + days * DAY_MS));
  return (await load(project, url)).status === 200;
}

async function linkWith(project: TestProject, ogImage: string): Promise<string> {
  const params = { projectId: project.project.id };
  const body = {
    type: 'dynamic',
    fallbackUrl: 'https://example.com/',
    metadata: { ogImage },
  } as const;
  return bodyOf(await member(project)(operations.createProjectLink, { params, body }), 201).id;
}

describe('uploadLinkImage', () => {
  test('201: a JPEG of the size of a card, upright and free of what a camera wrote', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const bytes = await sharp({
      create: { width: 1600, height: 2400, channels: 3, background: '#808080', noise },
    })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD3: { GPSLatitude: '48/1 12/1 0/1' }, IFD0: { Artist: 'Ada' } })
      .toBuffer();
    const project = await anyProject();
    const image = bodyOf(
      await upload(project, new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })),
      201,
    );
    const reply = await load(project, image.url);
    const served = await fetchBytes(image.url, project);
    const { format, exif, orientation, width, height } = await sharp(served).metadata();
    assert.deepEqual([format, exif, orientation], ['jpeg', undefined, undefined]);
    assert.deepEqual([width, height, served.length], [image.width, image.height, image.bytes]);
    assert.ok(width > height && width <= CARD_SIZE.width && height <= CARD_SIZE.height);
    assert.ok(image.bytes <= LIMITS.linkImageBytes);
    assert.equal(reply.headers['content-type'], 'image/jpeg');
  });

  test('201: the same image has one URL in a project, and another in another', async () => {
    const [one, other] = [await newProject(), await newProject()];
    const file = await draw();
    const urls = [];
    for (const project of [one, one, other]) {
      urls.push(bodyOf(await upload(project, file), 201).url);
    }
    assert.equal(urls[0], urls[1]);
    assert.notEqual(urls[0], urls[2]);
  });

  test('201: what is transparent becomes white', async () => {
    const project = await anyProject();
    const { url } = bodyOf(await upload(project, await draw()), 201);
    const pixels = await sharp(await fetchBytes(url, project))
      .raw()
      .toBuffer();
    assert.ok(pixels.at(-1)! > 250);
  });

  for (const [status, what, file, message] of [
    [400, 'a text', new Blob(['Hello'], { type: 'image/png' }), /no PNG, JPEG or WebP image/],
    [
      413,
      'a large file',
      new Blob(['x'.repeat(LIMITS.imageBytes + 1)], { type: 'image/png' }),
      /10 MB|10485760|large/,
    ],
    [415, 'an SVG', new Blob(['<svg/>'], { type: 'image/svg+xml' }), /image\/png/],
  ] as const) {
    test(`${status}: ${what}`, async () => {
      const reply = await upload(await anyProject(), file);
      assert.equal(reply.status, status);
      assert.match(JSON.stringify(reply.body), message);
    });
  }

  test('403: a viewer', async () => {
    const project = await newProject();
    const viewer = await newPerson({ project, role: 'viewer' });
    const params = { projectId: project.project.id };
    const reply = await viewer.call(operations.uploadLinkImage, { params, body: await draw() });
    assert.equal(reply.status, 403);
  });

  test('409: as many images as a project can have; one of them can be uploaded again', async () => {
    const project = await newProject();
    const file = await draw();
    bodyOf(await upload(project, file), 201);
    const names = Array.from({ length: LIMITS.linkImages - 1 }, (_, index) => `${index}`);
    await project.server.app.db
      .insertInto('link_images')
      .values(names.map((name) => ({ project_id: project.project.id, name })))
      .execute();
    const refused = await upload(project, await draw());
    assert.equal(refused.status, 409);
    assert.match(JSON.stringify(refused.body), /can have 1,000 images/);
    bodyOf(await upload(project, file), 201);
  });

  test(`429: more than ${LIMITS.imagesAtOnce} at a time`, async () => {
    const project = await newProject();
    const file = await draw();
    {
      using held = holdCalls({
        port: project.server.port,
        path: `/api/v1/projects/${project.project.id}/link-images`,
        headers: { authorization: `Bearer ${project.sessionToken}`, 'content-type': 'image/png' },
        howMany: LIMITS.imagesAtOnce + 1,
      });
      assert.equal((await held.first).statusCode, 429);
    }
    await until('there is room again', async () => (await upload(project, file)).status === 201);
  });
});

describe('getLinkImage', () => {
  test('200: to be kept forever, without a session or cookies, whatever is added to the URL', async () => {
    const project = await anyProject();
    const url = await urlOfUpload(project);
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await load(project, `${url}?fbclid=1`, method);
      assert.equal(status, 200);
      assert.equal(headers['content-type'], 'image/jpeg');
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['set-cookie'], undefined);
    }
  });

  for (const name of [
    'none',
    `${'a'.repeat(43)}.jpg`,
    '..%2f..%2fsecret',
    `${'a'.repeat(43)}.jpg%00`,
  ]) {
    test(`404: ${name}`, async () => {
      const project = await anyProject();
      const url = `${project.server.origin}/api/v1/link-images/${name}`;
      const { status, headers } = await load(project, url);
      assert.equal(status, 404);
      assert.equal(headers['cache-control'], 'no-store');
    });
  }

  test('503: the file store does not answer', async () => {
    const server = await startServer({
      FILES_URL: 's3://key:secret@127.0.0.1:1/bucket?tls=off',
    });
    const call = createClient({ baseUrl: `${server.origin}/api/v1` });
    const params = { name: `${'a'.repeat(43)}.jpg` };
    const reply = await call(operations.getLinkImage, { params });
    assert.equal(reply.status, 503);
  });
});

describe('images that no link uses', () => {
  test(`are deleted ${LIMITS.trashDays} days after the last one`, async () => {
    const project = await newProject();
    const url = await urlOfUpload(project);
    await linkWith(project, url);
    const unused = await urlOfUpload(project);
    assert.ok(await isThereAfter(project, unused, 0));
    assert.ok(await isThereAfter(project, unused, LIMITS.trashDays - 1));
    assert.equal(await isThereAfter(project, unused, LIMITS.trashDays), false);
    assert.ok(await isThereAfter(project, url, 3 * LIMITS.trashDays));
  });

  test('stay while a link with them can be restored', async () => {
    const project = await newProject();
    const url = await urlOfUpload(project);
    const linkId = await linkWith(project, url);
    const params = { projectId: project.project.id, linkId };
    bodyOf(await member(project)(operations.deleteProjectLink, { params }), 200);
    assert.ok(await isThereAfter(project, url, 0));
    assert.ok(await isThereAfter(project, url, LIMITS.trashDays - 1));
    const body = { ids: [linkId] };
    bodyOf(await member(project)(operations.restoreProjectLinks, { params, body }), 200);
    assert.ok(await isThereAfter(project, url, 2 * LIMITS.trashDays));
  });

  test('stay while a template has them, and when they are uploaded again', async () => {
    const project = await newProject();
    const params = { projectId: project.project.id };
    const [inTemplate, again] = [await urlOfUpload(project), await draw()];
    const body = { name: 'Sale', fields: { metadata: { ogImage: inTemplate } } };
    bodyOf(await member(project)(operations.createLinkTemplate, { params, body }), 201);
    const { url } = bodyOf(await upload(project, again), 201);
    assert.ok(await isThereAfter(project, url, 0));
    bodyOf(await upload(project, again), 201);
    assert.ok(await isThereAfter(project, url, LIMITS.trashDays));
    assert.ok(await isThereAfter(project, inTemplate, 3 * LIMITS.trashDays));
  });

  test('are deleted the next night if their project is', async () => {
    const project = await newProject();
    const url = await urlOfUpload(project);
    await linkWith(project, url);
    const params = { projectId: project.project.id };
    const body = { confirmName: project.project.name };
    bodyOf(await member(project)(operations.deleteProject, { params, body }), 200);
    assert.equal(await isThereAfter(project, url, 0), false);
  });
});

async function fetchBytes(url: string, project: TestProject): Promise<Buffer> {
  const { pathname } = new URL(url);
  const response = await fetch(`${project.server.origin}${pathname}`);
  return Buffer.from(await response.arrayBuffer());
}
