import { operations } from '@fairlead/contract';
import { writeClickReference } from '#visits/clicks/clickReference.ts';
import type { AppKey } from '#teams/appKeys/AppKey.ts';
import { findOpeningInstallation } from '#apps/attribution/findOpeningInstallation.ts';
import type { MatchedClick } from '#apps/attribution/matching/findNamedClick.ts';
import { matchInstall } from '#apps/attribution/matching/matchInstall.ts';
import type { MatchReceipt } from '#apps/attribution/matching/MatchReceipt.ts';
import { readFirstOpen } from '#apps/attribution/matching/readFirstOpen.ts';
import { readMetaReferrer } from '#apps/attribution/referrers/readMetaReferrer.ts';
import type { App } from '../../../App.ts';
import type { Project } from '#teams/projects/Project.ts';
import { brandedHeader } from '../../routing/client.ts';
import { findHeaderInstallation } from '../../access/installationContext.ts';
import { route } from '../../routing/route.ts';
import { renderOwnReceipt, renderReceipt } from '../../views/receiptView.ts';
import { shortUrlOf } from '../../views/links/shortUrlOf.ts';

export const matchDeferredRoute = route(
  operations.matchDeferred,
  async ({ app, request, caller, token, body }) => {
    const { project, key } = caller;
    const opener =
      (await findNamed(app, project, body.installationId)) ??
      (await findNamed(app, project, token?.installation.id)) ??
      (await findNamed(app, project, (await findHeaderInstallation(app, request, project))?.id));
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
    const deepLink = matched && (await deepLinkOf(app, matched));
    const shown = showReceipt(key, body.debug, receipt);
    return {
      status: 200,
      body: {
        success: true,
        matchType: receipt.matchType,
        data: deepLink === null ? null : { deepLink },
        ...(shown && { receipt: shown }),
      },
    };
  },
);

function showReceipt(key: AppKey, debug: boolean | undefined, receipt: MatchReceipt) {
  if (key.class === 'secret') return renderReceipt(receipt);
  return debug === true ? renderOwnReceipt(receipt) : null;
}

async function findNamed(app: App, project: Project, name: string | null | undefined) {
  // An id with a NUL cannot have been tracked: PostgreSQL's text cannot contain it.
  if (name === null || name === undefined || name === '' || name.includes('\u0000')) return null;
  return (await findOpeningInstallation(app.db, project, name)) ?? null;
}

/** Resolving it marks the click as opened instead of adding one, and delivers what the visit forwarded. */
async function deepLinkOf(app: App, click: MatchedClick): Promise<string> {
  const url = await shortUrlOf(app, click);
  const forwarded = click.forwarded === null ? [] : [click.forwarded];
  const { clickId, linkId } = click;
  const reference = writeClickReference(clickId, app.clickProofs.prove({ id: linkId }, clickId));
  const query = [`_lc=${reference}`, ...forwarded].join('&');
  return `${url}${url.includes('?') ? '&' : '?'}${query}`;
}
