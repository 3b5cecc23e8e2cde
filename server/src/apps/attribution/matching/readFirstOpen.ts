import type { MatchRequest } from '@fairlead/contract/attributionResources';
import type { AddressHash } from '#visits/visitors/addressHash.ts';
import { readClickReference } from '#visits/clicks/clickReference.ts';
import { readMajor } from '#visits/clicks/readClickSignals.ts';
import type { Visitor } from '#visits/visitors/Visitor.ts';
import { parseLinkUrl } from '#links/link/parseLinkUrl.ts';
import { readVisitFlags } from '#links/link/visitFlags.ts';
import type { Project } from '#teams/projects/Project.ts';
import { rememberedMinutes } from './decideMatch.ts';
import { readReferrers, type Referrers } from '../../installations/Referrers.ts';
import { readClickId } from '../referrers/readClickId.ts';
import type { OpeningInstallationRecord } from '../findOpeningInstallation.ts';
import type { FirstOpen } from './matchInstall.ts';
import { readLanguageTag, readModel, readScreen, readTimeZone } from './PhoneSignals.ts';
import type { PhoneOs, PhoneSignals } from './PhoneSignals.ts';
import { DAY_MS, MINUTE_MS } from '#platform/lib/time.ts';

interface FirstOpenInput {
  readonly request: MatchRequest;
  readonly opener: OpeningInstallationRecord | null;
  /** Read from the app's own HTTP client, which seldom reveals more than the operating system. */
  readonly visitor: Visitor;
  /** `ios` or `android`, from the client's header. */
  readonly clientPlatform: string | undefined;
  readonly address: string;
  readonly at: Date;
}

/** Combines what a deferred match states, what its installation reported and what the request shows. */
export function readFirstOpen(
  project: Project,
  hashAddress: AddressHash,
  input: FirstOpenInput,
): Omit<FirstOpen, 'meta'> {
  const { opener, at } = input;
  const os = readOs(input);
  const referrers = { ...opener?.referrers, ...readReferrers(input.request) };
  return {
    at,
    opener,
    os,
    signals: readSignals(input, os),
    addressHashes: addressHashesOf(project, hashAddress, input.address, at),
    named: readNamed(input.request, referrers),
    referrers,
  };
}

function readOs({ request, opener, clientPlatform, visitor }: FirstOpenInput): PhoneOs | null {
  const { os, systemName } = request.fingerprint;
  for (const word of [os, systemName, opener?.osName, clientPlatform, visitor.platform]) {
    const lower = word?.trim().toLowerCase() ?? '';
    if (lower === 'android') return 'android';
    if (/^(ios|ipados|iphone os)$/.test(lower)) return 'ios';
  }
  return null;
}

function readSignals(
  { request, opener, visitor }: FirstOpenInput,
  os: PhoneOs | null,
): PhoneSignals {
  const { fingerprint } = request;
  const versions = [fingerprint.systemVersion, fingerprint.osVersion, opener?.osVersion];
  const seen = visitor.platform === os ? (visitor.os?.version ?? null) : null;
  return {
    osMajor: first(versions.map((version) => readMajor(version ?? null))) ?? readMajor(seen),
    model: readModel(os, fingerprint.model) ?? readModel(os, opener?.deviceModel),
    screen: readScreen(fingerprint.screenResolution),
    timeZone: readTimeZone(fingerprint.timezone) ?? readTimeZone(opener?.timeZone),
    language: readLanguageTag(fingerprint.language) ?? readLanguageTag(opener?.language),
  };
}

function first<T>(values: readonly (T | null)[]): T | null {
  return values.find((value) => value !== null) ?? null;
}

/** By how much a click may be ahead: the clock of the node that took it may be fast, and this one's slow. */
const CLOCKS_APART_MS = 5 * MINUTE_MS;

/** The IP address hashed with the key of each remembered day: two at most, and just before midnight the next one. */
function addressHashesOf(
  project: Project,
  hashAddress: AddressHash,
  address: string,
  at: Date,
): string[] {
  const from = at.getTime() - rememberedMinutes(project) * MINUTE_MS;
  const until = at.getTime() + CLOCKS_APART_MS;
  const hashes: string[] = [];
  for (let day = Math.floor(from / DAY_MS); day * DAY_MS <= until; day += 1) {
    const hash = hashAddress(project, address, day * DAY_MS);
    if (hash !== null) hashes.push(hash);
  }
  return hashes;
}

/** The Play referrer's click, else that of a copied link; an empty string counts as none. */
function readNamed({ clickId, clipboard }: MatchRequest, { play }: Referrers): FirstOpen['named'] {
  const given = clickId?.trim() || readClickId(play?.referrer ?? '').trim();
  // Whatever follows the id in the referrer may have been sent along.
  const sent = decode(given).split('&', 1)[0]!;
  if (sent !== '') return { method: 'clickId', clickId: sent };
  const copied = clipboard?.trim() ?? '';
  const named =
    readClickReference(copied) ??
    readClickReference(readVisitFlags(parseLinkUrl(copied)?.query ?? '').click ?? '');
  return named && { method: 'clipboard', clickId: named.clickId };
}

/** SDKs pass on the referrer's content without decoding it (Rule: sdk-clients). */
function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
