import { newId } from '#platform/lib/uuid.ts';
import type { Project } from '#teams/projects/Project.ts';
import { emptyDetails, type FirstOpen } from '../matching/matchInstall.ts';
import type { MatchReceipt } from '../matching/MatchReceipt.ts';
import { type AttributionStores, writeAttribution } from '../writeAttributions.ts';
import type { TestedLink } from './redeemTestCode.ts';

/**
 * Records that a test code gave an app its link: a receipt and nothing else, unless the installation was matched before. From
 * then on nothing is credited to it (`WRITE_ATTRIBUTIONS`).
 */
export async function recordTest(
  stores: AttributionStores,
  project: Project,
  { opener, at }: Pick<FirstOpen, 'opener' | 'at'>,
  { linkId, slug }: TestedLink,
): Promise<MatchReceipt> {
  const installationId = opener?.id ?? null;
  const receipt: MatchReceipt = {
    id: newId(at.getTime()),
    installationId,
    createdAt: at,
    matchType: null,
    reason: 'test',
    clickId: null,
    linkKey: null,
    details: {
      ...emptyDetails(project),
      methods: [{ method: 'testCode', outcome: 'matched', reason: 'matched' }],
      test: { linkId, slug },
    },
  };
  if (installationId !== null) {
    const nothing = { installationId, delivers: false, click: null };
    await writeAttribution(stores, project, { ...nothing, receipt });
  }
  return receipt;
}
