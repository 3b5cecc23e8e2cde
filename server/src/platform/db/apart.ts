import { type RawBuilder, sql } from 'kysely';
import type { Db } from './Db.ts';
import { isUnavailable } from './connections/isUnavailable.ts';
import { SQLSTATE } from './sqlstates.ts';

/** So many failures in a row because the database does not answer are nobody's fault: the rest is left for the next time. */
const AWAY_AFTER = 3;
/** Parts that the message names. */
const NAMED = 20;

interface Failure {
  readonly name: string;
  readonly error: unknown;
}

/** Parts of a job that failed, while it went on with the others. Its message names them, `errors` has the reasons. */
class PartsFailed extends AggregateError {
  constructor(failures: readonly Failure[]) {
    const named = failures.slice(0, NAMED).map(({ name, error }) => {
      const reason = error instanceof Error ? error.message : String(error);
      return `${name}: ${reason}`;
    });
    const more = failures.length > NAMED ? [`and ${failures.length - NAMED} more`] : [];
    super(
      failures.slice(0, NAMED).map(({ error }) => error),
      `Failed while the others went on: ${[...named, ...more].join('; ')}`,
    );
  }
}

function throwAny(failures: readonly Failure[]): void {
  if (failures.length === 0) return;
  const error = new PartsFailed(failures);
  // Callers wait for a database that is away, whatever they were doing.
  const isAway = failures.every((failure) => isUnavailable(failure.error));
  throw isAway ? Object.assign(error, { code: SQLSTATE.cannotConnectNow }) : error;
}

interface Apart<T> {
  /** Names a part in the log, such as `project 0198…`. */
  readonly nameOf: (item: T) => string;
  readonly work: (item: T) => Promise<unknown>;
}

/**
 * Does the work for each item, one after another, whatever becomes of the others, and throws `PartsFailed` at the end. Every job that
 * goes through what several projects have goes through this, so that what one of them has cannot stop the job for another.
 */
export async function eachApart<T>(
  items: Iterable<T> | AsyncIterable<T>,
  { nameOf, work }: Apart<T>,
): Promise<void> {
  const failures: Failure[] = [];
  let away = 0;
  try {
    for await (const item of items) {
      try {
        await work(item);
        away = 0;
      } catch (error) {
        failures.push({ name: nameOf(item), error });
        away = isUnavailable(error) ? away + 1 : 0;
        if (away === AWAY_AFTER) break;
      }
    }
  } catch (error) {
    failures.push({ name: 'all others', error });
  }
  throwAny(failures);
}

/** The same side by side: for few items that are mostly waited for. */
export async function allApart<T>(items: readonly T[], { nameOf, work }: Apart<T>): Promise<void> {
  const failures: Failure[] = [];
  await Promise.all(
    items.map(async (item) => {
      try {
        await work(item);
      } catch (error) {
        failures.push({ name: nameOf(item), error });
      }
    }),
  );
  throwAny(failures);
}

/** The same for the named steps of a job that do not need each other. */
export function stepsApart(steps: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  return eachApart(Object.entries(steps), {
    nameOf: ([name]) => name,
    work: ([, step]) => step(),
  });
}

/** SQL: whether a row is one of those that a statement is for, by its column with the project's id. */
export type OfProjects = (column: string) => RawBuilder<boolean>;

const OF_ALL: OfProjects = () => sql`true`;
const OF_NOBODY: OfProjects = (column) =>
  sql`not exists (select from projects where projects.id = ${sql.ref(column)})`;

/**
 * Runs a statement for the rows of all projects and, where it fails, for those of fewer and fewer, until only those of projects whose
 * rows it fails for are left out; then it throws `PartsFailed`. The statement may be repeated.
 */
export async function projectsApart(
  db: Db,
  statement: (of: OfProjects) => Promise<unknown>,
): Promise<void> {
  try {
    await statement(OF_ALL);
    return;
  } catch (error) {
    if (isUnavailable(error)) throw error;
  }
  const projects = await db.selectFrom('projects').select('id').orderBy('id').execute();
  const failures: Failure[] = [];
  const run = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    try {
      await statement((column) => sql`${sql.ref(column)} = any(${ids}::uuid[])`);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      const [first = '', ...others] = ids;
      if (others.length === 0) {
        failures.push({ name: `project ${first}`, error });
        return;
      }
      const middle = Math.ceil(ids.length / 2);
      await run(ids.slice(0, middle));
      await run(ids.slice(middle));
    }
  };
  await run(projects.map(({ id }) => id));
  await statement(OF_NOBODY).catch((error: unknown) => {
    failures.push({ name: 'projects that are gone', error });
  });
  throwAny(failures);
}
