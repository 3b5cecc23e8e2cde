import { operations } from '@fairlead/contract';
import { finding } from '@fairlead/contract/finding';
import type { ShortLinkRequest } from '@fairlead/contract/operations/firebase';
import { shortUrlOf } from '../../views/links/shortUrlOf.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { createLink } from '#links/creating/createLink.ts';
import { type LongLink, readLongLink } from '#links/longLinks/longLink.ts';
import { splitWebUrl } from '#links/link/parseLinkUrl.ts';
import {
  longLinkOfInfo,
  shortenLongLink,
  warnOfLongLink,
} from '#links/longLinks/shortenLongLink.ts';
import { route } from '../../routing/route.ts';

export const createShortLinkRoute = route(
  operations.createShortLink,
  async ({ app, caller, body }) => {
    const { project } = caller;
    const { host, prefix, long } = readRequest(body);
    const short = body.suffix?.option === 'SHORT';
    const input = {
      ...shortenLongLink(long, { host, prefix, short }),
      // Links created by apps take no flags, but here the flag is part of the link's content.
      ...(long.get('efr') === '1' && { iosSocialBreakout: false }),
    };
    const byApp = caller.key.class !== 'secret';
    const { link } = await createLink(app, project, input, { byApp });
    const shortLink = await shortUrlOf(app, link);
    const warning = warnOfLongLink(long, project);
    return { status: 200, body: { shortLink, previewLink: `${shortLink}?d=1`, warning } };
  },
);

function readRequest({ longDynamicLink, dynamicLinkInfo }: ShortLinkRequest) {
  if (longDynamicLink !== undefined) {
    const { host, path, query } = splitWebUrl(longDynamicLink) ?? {};
    const long = query === undefined ? null : readLongLink(query);
    if (host !== undefined && path !== undefined && long) {
      return { host, prefix: prefixOf(path), long };
    }
    const message =
      'longDynamicLink must be a long link such as https://go.example.com/?link=https%3A%2F%2Fexample.com';
    throw new Problem('VALIDATION_ERROR', finding('longDynamicLink', 'format', message));
  }
  const info = dynamicLinkInfo ?? {};
  const { host, path } = splitWebUrl(info.domainUriPrefix ?? info.dynamicLinkDomain ?? '') ?? {};
  const long: LongLink = longLinkOfInfo(info);
  if (host === undefined || path === undefined) {
    const message =
      'dynamicLinkInfo.domainUriPrefix must be https:// and a link domain of the project';
    throw new Problem(
      'VALIDATION_ERROR',
      finding(['dynamicLinkInfo', 'domainUriPrefix'], 'required', message),
    );
  }
  if (!long.has('link')) {
    const message = 'dynamicLinkInfo.link is required: the deep link';
    throw new Problem(
      'VALIDATION_ERROR',
      finding(['dynamicLinkInfo', 'link'], 'required', message),
    );
  }
  return { host, prefix: prefixOf(path), long };
}

function prefixOf(path: string): string {
  return path.split('/').filter(Boolean).join('/');
}
