import { type Click, NOTHING_KNOWN } from '#visits/clicks/facts/Click.ts';
import { encodeClick, encodeReport } from '#visits/clicks/facts/clickRecords.ts';
import { readCampaign } from '#visits/clicks/readCampaign.ts';
import { newId } from '#platform/lib/uuid.ts';
import type { Project } from '#teams/projects/Project.ts';
import type { Phone } from './channels.ts';
import type { Visit } from './drawVisits.ts';
import { loadRecords, type RecordStores } from './loadRecords.ts';
import type { MadeLink } from './makeLinks.ts';

/** A visit with the id of its click. */
export interface WrittenVisit extends Visit {
  readonly clickId: string;
  readonly link: MadeLink;
}

/** Loads visits into the ledger like a journal, so that every total counts them. `links`: by the slug of their campaign. */
export async function writeVisits(
  stores: RecordStores,
  project: Project,
  visits: readonly Visit[],
  links: ReadonlyMap<string, MadeLink>,
): Promise<readonly WrittenVisit[]> {
  const written = visits.map((visit) => ({
    ...visit,
    clickId: newId(visit.at),
    link: links.get(visit.campaign.slug)!,
  }));
  await loadRecords(
    stores,
    written.flatMap((visit) => recordsOf(project, visit)),
  );
  return written;
}

function recordsOf(project: Project, visit: WrittenVisit): string[] {
  const click: Click = {
    ...NOTHING_KNOWN,
    id: visit.clickId,
    at: visit.at,
    linkKey: visit.link.key,
    projectId: project.id,
    kind: visit.kind,
    source: visit.source,
    device: visit.device,
    os: visit.os,
    browser: visit.browser,
    country: visit.country,
    app: visit.app,
    referrer: visit.referrer,
    visitor: visit.visitor,
    opened: visit.opened,
    ...readCampaign(visit.link, ''),
    signals:
      visit.phone && visit.address && !visit.opened
        ? { addressHash: visit.address, ...signalsOf(visit.phone, visit) }
        : null,
  };
  if (click.signals === null) return [encodeClick(click)];
  // Its page has reported the screen, as those of dynamic links do.
  const { clickId, timeZone, language, phone } = visit;
  const screen = phone?.screen ?? null;
  return [encodeClick(click), encodeReport({ clickId, screen, timeZone, language, touches: true })];
}

function signalsOf({ os, model, osVersion }: Phone, { language }: Visit) {
  return { os, osMajor: Number.parseInt(osVersion, 10), model, language };
}
