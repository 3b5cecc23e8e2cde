import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import { anonymous, anyProject, member, newLink, newProject } from '../support/callers/personas.ts';
import { askMatch, install, iphone, newAddress, tap } from '../support/callers/phones.ts';

const { getReceipt } = operations;

describe('getReceipt 200', () => {
  test('shows what a match tried, found and chose, in data and in words', async () => {
    const project = await newProject();
    const link = await newLink(project);
    const phone = iphone();
    const clickId = await tap(phone, project, link);
    const { clientId, id } = await install(project);
    await askMatch(phone, project, { installationId: clientId });
    for (const installationId of [clientId, id]) {
      const reply = await member(project)(getReceipt, {
        params: { projectId: project.project.id, installationId },
      });
      assert.equal(reply.status, 200);
      const receipt = reply.body;
      assert.equal(receipt.installationId, id);
      assert.equal(receipt.matchType, 'fingerprint');
      assert.deepEqual(receipt.credited, {
        clickId,
        linkId: link.id,
        slug: link.slug,
        as: 'install',
      });
      assert.deepEqual(receipt.methods, [
        { method: 'clickId', outcome: 'notTried', reason: 'not_sent' },
        { method: 'clipboard', outcome: 'notTried', reason: 'not_sent' },
        { method: 'signals', outcome: 'matched', reason: 'matched' },
      ]);
      assert.ok((receipt.confidence ?? 0) >= receipt.requiredConfidence);
      assert.deepEqual(
        receipt.candidates[0]?.signals.find((each) => each.signal === 'osMajor'),
        { signal: 'osMajor', verdict: 'agrees', bits: 1.2, click: '18', open: '18' },
      );
      const words = receipt.explanation.join('\n');
      assert.match(
        receipt.summary,
        new RegExp(
          `^Yes, with 9\\d\\.\\d% confidence: this install came from the link "${link.slug}"`,
        ),
      );
      assert.equal(receipt.explanation[0], receipt.summary);
      assert.ok(!words.includes(clickId));
      assert.deepEqual(
        receipt.timeline.map(({ step }) => step),
        ['tapped', 'firstOpened', 'decided'],
      );
      assert.equal(receipt.timeline.at(-1)?.at, receipt.createdAt);
      assert.match(words, /1 click from the same IP address within 60 minutes/);
      assert.match(words, /time zone unknown/);
    }
  });

  test('is stored under names that the previous release can read', async () => {
    const project = await newProject();
    const phone = iphone();
    await tap(phone, project, await newLink(project));
    const { clientId, id } = await install(project);
    await askMatch(phone, project, { installationId: clientId });
    const { details: stored } = await project.server.app.db
      .selectFrom('attribution_receipts')
      .select('details')
      .where('installation_id', '=', id)
      .executeTakeFirstOrThrow();
    const reply = await member(project)(getReceipt, {
      params: { projectId: project.project.id, installationId: id },
    });
    assert.ok(reply.status === 200 && reply.body.confidence !== null);
    const { confidence, requiredConfidence } = reply.body;
    assert.deepEqual(
      [stored['sureness'], stored['neededSureness']],
      [confidence, requiredConfidence],
    );
    assert.ok(!('confidence' in stored) && !('requiredConfidence' in stored));
  });

  test('shows why there was no match, and nothing about other phones', async () => {
    const project = await newProject();
    const address = newAddress();
    const phone = iphone({ address });
    const [older, newer] = [await newLink(project), await newLink(project)];
    await tap(phone, project, older);
    await tap(phone, project, newer);
    const { clientId } = await install(project);
    await askMatch(phone, project, { installationId: clientId });
    const reply = await member(project)(getReceipt, {
      params: { projectId: project.project.id, installationId: clientId },
    });
    assert.equal(reply.status, 200);
    assert.equal(reply.body.reason, 'not_told_apart');
    assert.equal(reply.body.credited, null);
    assert.ok(
      reply.body.summary.endsWith(
        `because taps on the links "${newer.slug}" and "${older.slug}" from the same network fit equally well.`,
      ),
      reply.body.summary,
    );
    for (const candidate of reply.body.candidates) {
      assert.ok(candidate.signals.every((each) => !('click' in each) && !('open' in each)));
    }
  });

  test('a match replaces the receipt of an earlier first open, and is never replaced itself', async () => {
    const project = await newProject();
    const phone = iphone();
    const { clientId } = await install(project);
    const read = async () => {
      const reply = await member(project)(getReceipt, {
        params: { projectId: project.project.id, installationId: clientId },
      });
      assert.equal(reply.status, 200);
      return reply.body.reason;
    };
    await askMatch(phone, project, { installationId: clientId });
    assert.equal(await read(), 'no_click_from_this_address');
    const clickId = await tap(phone, project, await newLink(project));
    await askMatch(phone, project, { installationId: clientId, clickId });
    assert.equal(await read(), 'matched');
    await askMatch(phone, project, { installationId: clientId });
    assert.equal(await read(), 'matched');
  });
});

describe('getReceipt errors', () => {
  test('400: an id that no installation can have', async () => {
    const project = await anyProject();
    const reply = await member(project)(getReceipt, {
      params: { projectId: project.project.id, installationId: 'x'.repeat(256) },
    });
    assert.equal(reply.status, 400);
  });

  test('401: without a session', async () => {
    const project = await anyProject();
    const params = { projectId: project.project.id, installationId: 'x' };
    assert.equal((await (await anonymous('/api/v1'))(getReceipt, { params })).status, 401);
  });

  test('404: unknown, without a receipt, or of another project; for a non-member too', async () => {
    const [project, other] = [await newProject(), await newProject()];
    const silent = await install(project);
    const foreign = await install(other);
    await askMatch(iphone(), other, { installationId: foreign.clientId });
    const projectId = project.project.id;
    const call = member(project);
    for (const installationId of [randomUUID(), silent.clientId, foreign.clientId, foreign.id]) {
      assert.equal((await call(getReceipt, { params: { projectId, installationId } })).status, 404);
    }
    const params = { projectId: other.project.id, installationId: foreign.id };
    assert.equal((await call(getReceipt, { params })).status, 404);
  });
});
