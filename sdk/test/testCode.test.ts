import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@fairlead/contract';
import { bodyOf } from '../../server/test/support/callers/person.ts';
import { member, statsOf } from '../../server/test/support/callers/personas.ts';
import { FairleadError } from '../src/app.ts';
import { ALL, describeEach, launch, newWorld } from './support/coldStart.ts';

describeEach('test codes', ALL, (sdk) => {
  test('deliver their link at any time as the deferred one, and nothing is counted', async () => {
    const world = await newWorld();
    const { project, link } = world;
    const { createTestCode } = operations;
    const params = { projectId: project.project.id, linkId: link.id };
    const { text } = bodyOf(await member(project)(createTestCode, { params }), 201);
    const { app, opened } = launch(world, sdk, {}, { debug: true });
    await app.start();
    await assert.rejects(app.useTestCode('ABCD-EFGH-JKMN'), (error) => {
      assert.ok(error instanceof FairleadError);
      const [finding] = error.errors;
      assert.deepEqual([error.status, finding?.field, finding?.code], [400, 'testCode', 'unknown']);
      return true;
    });
    await app.useTestCode(text.toLowerCase());
    assert.deepEqual(
      opened.map(({ deferred, link: { id } }) => [deferred, id]),
      [[true, link.id]],
    );
    assert.equal(app.receipt().match?.reason, 'test');
    assert.equal((await app.firstLink())?.link.id, link.id);
    await app.setConsent(false);
    await assert.rejects(app.useTestCode(text), /setConsent/);
    await app.stop();
    const { clicks, opens, installs } = await statsOf(project, link.id);
    assert.deepEqual([clicks, opens, installs], [0, 0, 0]);
  });
});
