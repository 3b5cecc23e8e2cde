import { type Finding, finding } from '@fairlead/contract/finding';
import type { Cost } from '@fairlead/contract/operations/costs';
import { sql } from 'kysely';
import type { Db } from '#platform/db/Db.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Actor } from '#teams/audit/AuditEntry.ts';
import { changeProject } from '#teams/audit/changeProject.ts';
import type { Project } from '#teams/projects/Project.ts';
import { checkCurrency } from '../checkCurrency.ts';

/**
 * Stores what links and campaigns have cost. Of several rows of one day, link or campaign and currency the last counts, and 0 takes it back.
 * Throws VALIDATION_ERROR, and has stored nothing, if a row names neither or both, no such link, or no such currency.
 */
export async function importCosts(
  db: Db,
  project: Pick<Project, 'id'>,
  actor: Actor,
  costs: readonly Cost[],
): Promise<number> {
  const findings = costs.flatMap(checkCost);
  if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
  const rows = [...new Map(costs.map((cost) => [keyOf(cost), cost])).values()];
  await changeProject(db, project, actor, async (tx, record) => {
    await assertLinks(tx, project, costs);
    const given = sql`json_to_recordset(${JSON.stringify(rows)}) as given (
      day date, "linkId" uuid, campaign text, currency text, amount bigint)`;
    await sql`
      delete from costs using ${given}
      where given.amount = 0 and costs.project_id = ${project.id} and costs.day = given.day and costs.currency = given.currency
        and costs.link_id is not distinct from given."linkId" and costs.campaign is not distinct from given.campaign`.execute(
      tx,
    );
    await sql`
      insert into costs (project_id, day, link_id, campaign, currency, amount)
      select ${project.id}, day, "linkId", campaign, currency, amount from ${given} where amount > 0
      on conflict on constraint costs_key do update set amount = excluded.amount`.execute(tx);
    await record({
      action: 'costs.imported',
      target: { kind: 'costs', id: project.id, name: `${rows.length}` },
    });
  });
  return rows.length;
}

const keyOf = ({ day, linkId, campaign, currency }: Cost) =>
  JSON.stringify([day, linkId?.toLowerCase(), campaign, currency]);

function checkCost({ linkId, campaign, currency }: Cost, index: number): Finding[] {
  const findings: Finding[] = [];
  if ((linkId === undefined) === (campaign === undefined)) {
    const message = `costs[${index}] must have either linkId or campaign`;
    findings.push(finding(['costs', String(index), 'linkId'], 'required', message));
  }
  return [...findings, ...checkCurrency(['costs', String(index), 'currency'], currency)];
}

async function assertLinks(
  tx: Db,
  project: Pick<Project, 'id'>,
  costs: readonly Cost[],
): Promise<void> {
  const ids = [...new Set(costs.flatMap(({ linkId }) => linkId?.toLowerCase() ?? []))];
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select id from links where project_id = ${project.id} and id = any(${ids}::uuid[])`.execute(tx);
  const known = new Set(rows.map(({ id }) => id));
  const findings = costs.flatMap(({ linkId }, index) =>
    linkId === undefined || known.has(linkId.toLowerCase())
      ? []
      : [
          finding(
            ['costs', String(index), 'linkId'],
            'unknown',
            `costs[${index}].linkId is no link of the project`,
          ),
        ],
  );
  if (findings.length > 0) throw new Problem('VALIDATION_ERROR', findings);
}
