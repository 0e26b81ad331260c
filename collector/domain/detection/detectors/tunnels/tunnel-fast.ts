import { nameServices } from '@sonde/shared/batch/row-layout.ts';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import { addressScope } from '../../addresses.ts';
import type { BatchRows } from '../../batch-rows.ts';
import type { LanguageModel } from '../../dga/language-model.ts';
import type { NameFacts } from '../../names/name-facts.ts';
import { isNodeTree } from '../../names/node-tree.ts';
import { greatestPayload, newPayload } from '../../names/payload.ts';
import type { Report } from '../../report.ts';
import type { RowDetector } from '../../row-detector.ts';
import { rowTraits } from '../../rows/row-traits.ts';
import type { DetectionSettings } from '../../settings.ts';
import { LocatedMap } from '../../state/located-map.ts';
import { RecentMap } from '../../state/recent-map.ts';
import { isCarrier } from './carrier-types.ts';
import { isSuffixed } from './suffixed.ts';
import type { TunnelFastSettings } from './tunnel-settings.ts';
import { TunnelTrack } from './tunnel-track.ts';

/** Pairs of client and domain that are followed, at most twice as many. */
const followed = 20_000;
const shortestSubdomain = 4;
/**
 * Chromium asks for such names as it starts, to see whether anybody answers for names that nobody has, with a search
 * suffix behind. Data in such names is left to the detector of volumes.
 */
const browserProbe = /^[a-z]{7,15}(?:\.[a-z0-9-]{1,12})?$/;
/** Octets of a name from which no service's request is as long. */
const longRequest = 70;
/** Names of a window that a machine asks such a service for, if it answers in words of its own. */
const mostRequests = 45;
/** Octets of a name up to which it may be a host or a session of many, of which it takes so many times as much. */
const shortRequest = 32;
const shortTimes = 4;
const worthAsking = 16;
/** Bits a character up to which a name is plainly readable, and not followed. */
const readableBits = 4;

/**
 * Detects data carried in names: many different encoded subdomains of one registrable domain, asked for by one client
 * within a minute. What carries data back, or a lot of it up, makes it severe; else it is a remark.
 */
export function createTunnelFastDetector(language: LanguageModel): RowDetector {
  const tracks = new LocatedMap<TunnelTrack>(followed);
  const clients = new RecentMap<string, Set<string>>(followed);
  return {
    name: 'dns_tunnel',
    tables: [tracks, clients],
    needs: rowTraits.carrying,
    observe: (row, settings, report) => {
      if (row.nameService !== nameServices.dns) return;
      const facts = row.name;
      if (!mayCarry(facts)) return;
      if (row.responseCode === responseCodes.NXDOMAIN && browserProbe.test(facts.subdomain)) return;
      const most = greatestPayload(facts, language);
      if (most.octets === 0 || most.bits < most.octets * readableBits) return;
      const { locationId, client } = row;
      const track =
        tracks.getOfBoth(locationId, client.hash, facts.hash) ??
        tracks.addOfBoth(locationId, client.hash, facts.hash, new TunnelTrack());
      if (!track.isNewName(facts.subdomainHash)) return;
      const payload = newPayload(facts, language, track.isNewLabel);
      if (payload.octets === 0 || isNodeTree(row) || isSuffixed(row)) return;
      track.add(row.observedSeconds, payload, carriesBack(row, payload.octets), facts.text);
      track.lookUps.note(row);
      judge(row, facts, track, settings, clients, report);
    },
  };
}

/** A type that carries data, with an answer, or a name that alone is worth the question. */
function carriesBack({ queryType, answerCount }: BatchRows, octets: number): boolean {
  return isCarrier(queryType) && (answerCount > 0 || octets >= worthAsking);
}

function mayCarry({ class: kind, registrable, subdomain, text }: NameFacts): boolean {
  if (registrable === undefined || subdomain.length < shortestSubdomain) return false;
  if (kind === 'lookup' || kind === 'delivery' || kind === 'reverse' || kind === 'single') return false;
  return !(kind === 'local' && (text.endsWith('.local') || text.endsWith('.home.arpa')));
}

/** A name of the network's own, asked of its own server, goes no further. */
function isInside({ name, bytes, serverAt }: BatchRows): boolean {
  return name.class === 'local' && addressScope(bytes, serverAt) === 'private';
}

function judge(
  row: BatchRows,
  facts: NameFacts,
  track: TunnelTrack,
  { tunnelFast }: DetectionSettings,
  clients: RecentMap<string, Set<string>>,
  report: Report,
): void {
  const seen = track.within(tunnelFast.windowSeconds);
  const many = seen.names >= tunnelFast.uniqueNames && seen.payload >= seen.names * tunnelFast.meanPayload;
  const much = seen.names >= tunnelFast.fewNames && seen.payload >= tunnelFast.totalPayload;
  const isEncoded = seen.bits >= seen.payload * tunnelFast.encodedBits;
  const { steadyNames, steadySeconds, steadyShare, encodedBits } = tunnelFast;
  const steady = track.isSteady(steadyNames, steadySeconds, steadyShare, encodedBits);
  const burst = (many || much) && isEncoded;
  if (!burst && !steady) return;
  const askers = clients.getOrCreate(`${row.locationId} ${facts.registrable}`, () => new Set());
  if (askers.size < 64) askers.add(row.clientAddress);
  const severity = isInside(row)
    ? 'info'
    : severityOf(seen, track, { burst, much, steady }, askers.size, tunnelFast);
  report.add(row, {
    type: 'dns_tunnel',
    severity,
    subject: facts.registrable!,
    technique: 'T1071.004',
    count: track.takeUnreported(),
    message:
      `${row.clientAddress} asked for ${seen.names} different encoded names below ${facts.registrable} ` +
      `within ${tunnelFast.windowSeconds} seconds (${seen.payload} octets)`,
    evidence: {
      method: 'unique encoded subdomains per client and registrable domain in a sliding window',
      unique_names: seen.names,
      payload_octets: seen.payload,
      bits_per_character: Number((seen.bits / seen.payload).toFixed(2)),
      carrier_type_share: Number((seen.carriers / seen.names).toFixed(2)),
      clients_alike: askers.size,
      total_payload_octets: track.totalPayload,
      from: new Date(seen.from * 1_000).toISOString(),
      to: new Date(row.observedSeconds * 1_000).toISOString(),
      sample_names: seen.samples,
      thresholds: { ...tunnelFast },
    },
  });
}

function severityOf(
  seen: ReturnType<TunnelTrack['within']>,
  track: TunnelTrack,
  { burst, much, steady }: { burst: boolean; much: boolean; steady: boolean },
  askers: number,
  settings: TunnelFastSettings,
): 'info' | 'medium' | 'high' {
  const { lookUps } = track;
  if (askers >= settings.serviceClients) return 'info';
  // Lists answer within 127/8, and reputation services, which are asked by whole requests, in a word: data in such names is
  // told by its volume.
  if (seen.payload < seen.names * longRequest) {
    if (lookUps.areIdentifiers || lookUps.areOwn || lookUps.areVerdicts) return 'info';
    if (lookUps.areWords && seen.names <= mostRequests) return 'info';
  }
  if (burst && seen.carriers >= seen.names * settings.carrierShare && !lookUps.areAnsweredAlike)
    return 'high';
  if ((steady && !lookUps.areAnsweredAlike) || (much && seen.payload >= seen.names * 40)) return 'medium';
  const isShort = seen.payload < seen.names * shortRequest;
  const sustained =
    track.activeSeconds >= settings.sustainedSeconds &&
    track.totalPayload >= settings.sustainedPayload * (isShort ? shortTimes : 1);
  return sustained ? 'medium' : 'info';
}
