import { bootstrap, matchDeferred, type MatchRequest, type MatchResponse } from '../contract.ts';
import { FairleadError, type Failure } from '../core/FairleadError.ts';
import type { Answer } from '../core/send.ts';
import { VERSION } from '../version.ts';
import type { Context } from './context.ts';
import { fingerprintOf, readClickId, readCopiedLink, telemetryOf } from './device.ts';

/** Some modules never call back, such as where no store is installed. */
const REFERRER_TIME_LIMIT_MS = 5000;
const LOST = 'No click led here, unless the answer to an earlier request was lost';

/** What has to happen once: registering the installation, and finding the click that led to it. */
// oxlint-disable-next-line max-lines-per-function -- a closure: its inner functions share one state and are short
export function createFirstOpen(
  context: Context,
  accept: (url: string, deferred: boolean) => void,
) {
  const { options, receipt } = context;
  const { note } = receipt;
  /** Refused permanently: not tried again before the next start. */
  let refused = new Set<'bootstrap' | 'match'>();

  async function ensureBootstrap(): Promise<void> {
    if (context.ready || refused.has('bootstrap') || !context.agreed()) return;
    const { era, client, device } = context;
    const { state, save } = context.kept!;
    const platform = device.os ?? 'web';
    try {
      const body = {
        installationId: state.id,
        ...telemetryOf(device),
        metadata: { client: { type: client, version: VERSION, platform } },
      };
      const { data, requestId } = await context.call(bootstrap, { body }, { repeatable: true });
      if (era !== context.era) return;
      context.ready = true;
      context.sessionId = data.sessionId;
      state.token = data.installationToken;
      // One that was erased, say: nothing is known of it any more.
      if (data.isNew && state.customer) state.customer.told = false;
      const { previousInstallationId, reinstallDetectedAt: detectedAt } = data;
      if (previousInstallationId) receipt.reinstall = { previousInstallationId, detectedAt };
      await save();
      note('bootstrap', 'ok', data.isNew ? 'A new installation' : 'A known one', requestId);
    } catch (error) {
      if (context.report('bootstrap', error) === 'failed') refused.add('bootstrap');
    }
  }

  async function skipMatch(why: string): Promise<void> {
    note('match', 'skipped', why);
    context.kept!.state.matched = true;
    await context.kept!.save();
  }

  async function ensureMatch(): Promise<void> {
    const { state } = context.kept!;
    if (refused.has('match') || !context.agreed()) return;
    if (state.pasted === undefined) {
      if (state.matched) return;
      if (options.deferred !== true) return skipMatch('Only apps are installed');
      if (receipt.resolved > 0) return skipMatch('A link opened the app');
    }
    // Without an installation nothing would be credited; a pending link may be why the app is open.
    if (context.ready && state.pending.length === 0) await match(state.pasted);
  }

  async function match(clipboard: string | undefined): Promise<void> {
    const { state, save } = context.kept!;
    const { era } = context;
    // The server delivers each click once: one named in an earlier response is not sent again.
    let lost = state.asked === true;
    const onRetry = ({ status }: Failure) => void (lost ||= status === 0);
    state.asked = true;
    await save();
    try {
      const found = clipboard === undefined ? await readReferrer() : { clipboard };
      const answer = await askMatch(found, onRetry);
      if (era !== context.era) return;
      if (state.pasted === clipboard) state.pasted = undefined;
      await keepMatch(answer, lost ? LOST : 'No click led here');
    } catch (error) {
      state.asked = (error as FairleadError).status === 0;
      if (context.report('match', error) === 'failed') {
        refused.add('match');
        state.pasted = undefined;
      }
    }
  }

  function askMatch(found: Partial<MatchRequest>, onRetry?: (failure: Failure) => void) {
    const body = {
      installationId: context.kept!.state.id,
      fingerprint: fingerprintOf(context.device),
      ...found,
      ...(options.debug && { debug: true }),
    };
    return context.call(matchDeferred, { body }, { repeatable: true, ...(onRetry && { onRetry }) });
  }

  async function keepMatch(
    { data, requestId }: Answer<MatchResponse>,
    none: string,
  ): Promise<void> {
    const { state, save } = context.kept!;
    receipt.matchType = data.matchType;
    receipt.match = data.receipt;
    note('match', 'ok', data.matchType ?? none, requestId);
    // In one write: an app killed from here on finds the link in its storage.
    state.matched = true;
    state.asked = false;
    if (data.data) accept(data.data.deepLink, true);
    await save();
  }

  async function useTestCode(testCode: string): Promise<void> {
    if (!context.kept || !context.agreed()) {
      const message = 'A test code is sent only with consent: call setConsent(true) first';
      throw new FairleadError({ status: 0, code: 'NO_CONSENT', message });
    }
    const { era } = context;
    const answer = await askMatch({ testCode });
    if (era === context.era) await keepMatch(answer, 'No click led here');
  }

  async function readReferrer(): Promise<Pick<MatchRequest, 'clickId' | 'installReferrer'>> {
    try {
      const read = await inTime(options.installReferrer?.(), REFERRER_TIME_LIMIT_MS);
      const installReferrer = typeof read === 'string' ? { referrer: read } : read;
      if (!installReferrer?.referrer) return {};
      // `clickId` is for servers that do not know the whole referrer.
      return { clickId: readClickId(installReferrer.referrer), installReferrer };
    } catch (fault) {
      note('match', 'skipped', `The install referrer cannot be read: ${String(fault)}`);
      return {};
    }
  }

  /** Takes a pasted text; whether there is something to do. */
  async function takePasted(text: string): Promise<boolean> {
    const { kept } = context;
    const link = readCopiedLink(text);
    if (!kept || context.stopped) return false;
    if (link === undefined) {
      note('match', 'skipped', 'What was pasted is no link that our page copied');
      return false;
    }
    if (context.agreed()) kept.state.pasted = link;
    // It is opened as any other link, and no installation is recognised.
    else accept(link, true);
    refused.delete('match');
    await kept.save();
    return true;
  }

  return {
    ensureBootstrap,
    ensureMatch,
    takePasted,
    useTestCode,
    reset() {
      context.ready = false;
      receipt.reinstall = undefined;
      refused = new Set();
    },
  };
}

async function inTime<T>(work: T, milliseconds: number): Promise<Awaited<T>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no answer within ${milliseconds} ms`)),
      milliseconds,
    );
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
