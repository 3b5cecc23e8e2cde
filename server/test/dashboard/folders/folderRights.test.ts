import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, test } from 'node:test';
import { operations } from '@fairlead/contract';
import type { OperationDeclaration } from '@fairlead/contract/operation';
import type { CreateProjectLinkRequest } from '@fairlead/contract/operations/dashboard/links';
import { sql } from 'kysely';
import { newProject } from '../../support/callers/personas.ts';
import { bodyOf, newPerson, ownerOf, type Person } from '../../support/callers/person.ts';
import { type Attempt, LINK_WRITES } from './linkWrites.ts';

const { createFolder, createProjectLink, updateFolder } = operations;

const PERSONS = ['owner', 'admin', 'admin who edits', 'viewer who edits', 'viewer'] as const;
const FOLDERS = ['edited', 'edited and locked', 'locked', 'other', 'none'] as const;
type Who = (typeof PERSONS)[number];
type Where = (typeof FOLDERS)[number];

/** Where each of them may change links. */
const REACH: Readonly<Record<Who, readonly Where[]>> = {
  owner: FOLDERS,
  admin: ['edited', 'other', 'none'],
  'admin who edits': ['edited', 'edited and locked', 'other', 'none'],
  'viewer who edits': ['edited', 'edited and locked'],
  viewer: [],
};

async function build() {
  const project = await newProject();
  const owner = await ownerOf(project);
  const projectId = project.project.id;
  const persons: Record<Who, Person> = {
    owner,
    admin: await newPerson({ project, role: 'admin' }),
    'admin who edits': await newPerson({ project, role: 'admin' }),
    'viewer who edits': await newPerson({ project, role: 'viewer' }),
    viewer: await newPerson({ project, role: 'viewer' }),
  };
  const editors = [persons['admin who edits'].user.id, persons['viewer who edits'].user.id];
  const add = async (name: string, rights: { locked?: boolean; editors?: string[] }) => {
    const params = { projectId };
    const folder = bodyOf(await owner.call(createFolder, { params, body: { name } }), 201);
    const mine = { ...params, folderId: folder.id };
    bodyOf(await owner.call(updateFolder, { params: mine, body: rights }), 200);
    return folder.id;
  };
  const folders: Record<Where, string | null> = {
    edited: await add('Edited', { editors }),
    'edited and locked': await add('Edited and locked', { editors, locked: true }),
    locked: await add('Locked', { locked: true }),
    other: await add('Other', {}),
    none: null,
  };
  const elsewhere = await add('Elsewhere', { editors });
  return { server: project.server, projectId, owner, persons, folders, elsewhere };
}

let stage: ReturnType<typeof build> | undefined;
const onStage = () => (stage ??= build());

async function newAttempt(who: Who, where: Where): Promise<Attempt> {
  const { server, projectId, owner, persons, folders, elsewhere } = await onStage();
  const addLink = async (folderId: string | null) => {
    const body: CreateProjectLinkRequest = {
      type: 'unified',
      folder: folderId,
      fallbackUrl: 'https://example.com/',
      tags: ['old'],
      rules: [{ when: { country: ['DE'] }, to: { fallbackUrl: 'https://example.com/de' } }],
    };
    return bodyOf(await owner.call(createProjectLink, { params: { projectId }, body }), 201);
  };
  const folderId = folders[where];
  const [link, other] = [await addLink(folderId), await addLink(elsewhere)];
  return { server, projectId, owner, person: persons[who], folderId, link, elsewhere: other };
}

/** Another text for every change of the project's links. */
async function digestLinks({ server, projectId }: Attempt): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select md5(string_agg(links::text, ',' order by id)) as digest
    from links where project_id = ${projectId}::uuid`.execute(server.app.db);
  return rows[0]!.digest;
}

describe('rights of folders', () => {
  for (const [title, { prepare, write }] of Object.entries(LINK_WRITES)) {
    for (const who of PERSONS) {
      test(`${title}: the ${who} does it exactly in folders within reach`, async () => {
        for (const where of FOLDERS) {
          const attempt = await newAttempt(who, where);
          const prepared = await prepare?.(attempt);
          const before = await digestLinks(attempt);
          const reply = await write(attempt, prepared);
          const changed = before !== (await digestLinks(attempt));
          const told = `${where}: ${JSON.stringify(reply)}`;
          assert.equal(changed, REACH[who].includes(where), told);
          if (!changed)
            assert.match(
              told,
              /is locked: only|Your role is viewer|your role is viewer|"refused":\["/,
            );
        }
      });
    }
  }

  test('hold for every operation by which a person writes links', () => {
    const tried = new Set<string>(Object.values(LINK_WRITES).map(({ operation }) => operation));
    // It needs two people: see the tests of proposals.
    tried.add('approveLinkProposal');
    assert.deepEqual([...tried].toSorted(), listLinkWrites().toSorted());
  });
});

const SRC = join(import.meta.dirname, '../../../src');
/** The files with a statement that writes the table of links, whoever asks for it. */
const WRITERS = [
  'links/changing/restoreProjectLinks.ts',
  'links/changing/updateRecorded.ts',
  'links/changing/useUpLinks.ts',
  'links/creating/writeLinks.ts',
  'start/demo/makeLinks.ts',
  'teams/projects/deleteProject.ts',
];

test('only known files write links', () => {
  const written =
    /(?:updateTable|insertInto|deleteFrom)\('links'\)|(?:update|insert into|delete from) links\b/;
  const found = globSync('**/*.ts', { cwd: SRC }).filter((file) =>
    written.test(readFileSync(join(SRC, file), 'utf8')),
  );
  assert.deepEqual(found.toSorted(), WRITERS);
});

const PERSONAL = new Set<OperationDeclaration['auth']>([
  'secretKeyOrSession',
  'secretKeyOrViewer',
  'secretKeyOrEditor',
  'session',
  'viewer',
  'editor',
  'admin',
]);

/** The operations of people whose handlers import, at whatever distance, what writes links. */
function listLinkWrites(): string[] {
  const writers = new Set(WRITERS.filter((file) => file.startsWith('links/')));
  return globSync('faces/http/api/**/*.ts', { cwd: SRC }).flatMap((file) => {
    const id = /route\(\s*operations\.(\w+)/.exec(readFileSync(join(SRC, file), 'utf8'))?.[1];
    if (id === undefined || !reaches(file, writers)) return [];
    const operation: OperationDeclaration = operations[id as keyof typeof operations];
    return PERSONAL.has(operation.auth) ? [id] : [];
  });
}

function reaches(start: string, goals: ReadonlySet<string>): boolean {
  const seen = new Set<string>([start]);
  for (const file of seen) {
    if (goals.has(file)) return true;
    for (const next of importsOf(file)) seen.add(next);
  }
  return false;
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(SRC, file), 'utf8');
  const found = text.matchAll(/^(?:import|export)(?! type)[^'"]*? from '([.#][^']+\.ts)'/gm);
  return [...found].map(([, name = '']) =>
    name.startsWith('#') ? name.slice(1) : relative(SRC, join(SRC, dirname(file), name)),
  );
}
