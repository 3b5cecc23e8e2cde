import { operations } from '@fairlead/contract';
import { finding } from '@fairlead/contract/finding';
import { writeClickReference } from '#visits/clicks/clickReference.ts';
import type { AppKey } from '#teams/appKeys/AppKey.ts';
import {
  findOpeningInstallation,
  type OpeningInstallationRecord,
} from '#apps/attribution/findOpeningInstallation.ts';
import type { MatchedClick } from '#apps/attribution/matching/findNamedClick.ts';
import { matchInstall } from '#apps/attribution/matching/matchInstall.ts';
import type { MatchReceipt } from '#apps/attribution/matching/MatchReceipt.ts';
import { readFirstOpen } from '#apps/attribution/matching/readFirstOpen.ts';
import { readMetaReferrer } from '#apps/attribution/referrers/readMetaReferrer.ts';
import { recordTest } from '#apps/attribution/testCodes/recordTest.ts';
import { redeemTestCode } from '#apps/attribution/testCodes/redeemTestCode.ts';
import { routePair, splitRoute } from '#visits/decision/rules/chooseRoute.ts';
import { unlessAway } from '#platform/db/connections/isUnavailable.ts';
import type { App } from '../../../App.ts';
import { Problem } from '#platform/lib/Problem.ts';
import type { Project } from '#teams/projects/Project.ts';
import { brandedHeader } from '../../routing/client.ts';
import { findHeaderInstallation } from '../../access/installationContext.ts';
import { tryTestCode } from '../../access/tries.ts';
import { type Call, route } from '../../routing/route.ts';
import { renderOwnReceipt, renderReceipt } from '../../views/receiptView.ts';
import { renderRoute } from '../../views/links/linkView.ts';
import { shortUrlOf } from '../../views/links/shortUrlOf.ts';

export const matchDeferredRoute = route(operations.matchDeferred, async (call) => {
  const { app, request, caller, token, body } = call;
  const { project, key } = caller;
  const opener =
    (await findNamed(app, project, body.installationId)) ??
    (await findNamed(app, project, token?.installation.id)) ??
    (await findNamed(app, project, (await findHeaderInstallation(app, request, project))?.id));
  const testCode = body.testCode?.trim() ?? '';
  const {
    receipt,
    matchType,
    deepLink,
    route: led,
  } = testCode === '' ? await match(call, opener) : await test(call, opener, testCode);
  const shown = showReceipt(key, body.debug, receipt, opener);
  return {
    status: 200,
    body: {
      success: true,
      matchType,
      data: deepLink === null ? null : { deepLink },
      ...renderRoute(led),
      ...(receipt.reason === 'test' && { test: true as const }),
      ...(shown && { receipt: shown }),
    },
  };
});

type MatchCall = Call<typeof operations.matchDeferred>;
type Opener = OpeningInstallationRecord | null;

async function match({ app, request, caller: { project }, body }: MatchCall, opener: Opener) {
  const read = readFirstOpen(project, app.hashAddress, {
    request: body,
    opener,
    visitor: app.readVisitor({
      userAgent: request.header('user-agent'),
      header: request.header,
    }),
    clientPlatform: brandedHeader(request, app.config, 'client-platform'),
    address: request.address,
    at: new Date(),
  });
  const meta = await readMetaReferrer(app.accounts, project, read.referrers);
  const { receipt, matched } = await matchInstall(app, project, { ...read, meta });
  // Which rule or variant led the click, so that the app goes on with it.
  const click = matched && (await unlessAway(app.numbers.findClick(matched.clickId), undefined));
  const led = click?.route ? splitRoute(click.route) : null;
  const deepLink = matched && (await deepLinkOf(app, matched, led));
  return { receipt, matchType: receipt.matchType, deepLink, route: led };
}

/** By a test code: its link, and a receipt of a test. VALIDATION_ERROR if it has ended or never was one. */
async function test({ app, request, caller }: MatchCall, opener: Opener, testCode: string) {
  const { project } = caller;
  const at = new Date();
  const link = await tryTestCode(app, caller, request, async () => {
    const found = await redeemTestCode(app.db, project, testCode, at);
    if (found) return found;
    const message =
      'testCode has ended or never was a test code of this project; make another in the dashboard, under Installations';
    throw new Problem('VALIDATION_ERROR', finding('testCode', 'unknown', message));
  });
  const receipt = await recordTest(app, project, { opener, at }, link);
  // Resolving it adds no click (Rule: resolve).
  const deepLink = withQuery(await shortUrlOf(app, link), 'ulhop=1');
  return { receipt, matchType: 'deterministic', deepLink, route: null } as const;
}

function showReceipt(
  key: AppKey,
  debug: boolean | undefined,
  receipt: MatchReceipt,
  opener: Opener,
) {
  if (key.class === 'secret') return renderReceipt(receipt, opener);
  return debug === true ? renderOwnReceipt(receipt) : null;
}

async function findNamed(app: App, project: Project, name: string | null | undefined) {
  // An id with a NUL cannot have been tracked: PostgreSQL's text cannot contain it.
  if (name === null || name === undefined || name === '' || name.includes('\u0000')) return null;
  return (await findOpeningInstallation(app.db, project, name)) ?? null;
}

type Led = ReturnType<typeof splitRoute>;

/** Resolving it marks the click as opened instead of adding one, and delivers what the visit forwarded. */
async function deepLinkOf(app: App, click: MatchedClick, led: Led | null): Promise<string> {
  const url = await shortUrlOf(app, click);
  const forwarded = click.forwarded === null ? [] : [click.forwarded];
  const { clickId, linkId } = click;
  const reference = writeClickReference(clickId, app.clickProofs.prove({ id: linkId }, clickId));
  const pairs = [`_lc=${reference}`, ...(led === null ? [] : [routePair(led)]), ...forwarded];
  return withQuery(url, pairs.join('&'));
}

function withQuery(url: string, query: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${query}`;
}
