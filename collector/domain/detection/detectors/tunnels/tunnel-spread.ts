import { nameServices } from '@sonde/shared/batch/row-layout.ts';
import type { BatchRows } from '../../batch-rows.ts';
import type { LanguageModel } from '../../dga/language-model.ts';
import { startsWithIdentifier } from '../../names/identifier-name.ts';
import { isNodeTree } from '../../names/node-tree.ts';
import { greatestPayload, newPayload } from '../../names/payload.ts';
import type { Report } from '../../report.ts';
import type { RowDetector } from '../../row-detector.ts';
import { rowTraits } from '../../rows/row-traits.ts';
import { LocatedMap } from '../../state/located-map.ts';
import { RecentMap } from '../../state/recent-map.ts';
import { answersOf } from './answer-kind.ts';
import { SpreadTrack } from './spread-track.ts';
import { isSuffixed } from './suffixed.ts';
import type { TunnelSpreadSettings } from './tunnel-settings.ts';

/** Clients that ask for long encoded names, and domains that they ask for, at most twice as many. */
const followed = 2_000;
const followedDomains = 10_000;
/** Octets in front of a domain from which a name carries much; a host's name is shorter. */
const longSubdomain = 30;
/** What an octet of an identifier counts for, and one of a request that is answered by a verdict or a word. */
const identifierShare = 0.5;
const verdictShare = 0.25;

/**
 * Detects data that one client carries up below many domains, a little below each: long encoded names below several domains that hardly
 * anybody else asks for, whose octets are added up.
 */
export function createTunnelSpreadDetector(language: LanguageModel): RowDetector {
  const tracks = new RecentMap<string, SpreadTrack>(followed);
  const askers = new LocatedMap<number[]>(followedDomains);
  return {
    name: 'dns_tunnel_spread',
    tables: [tracks, askers],
    needs: rowTraits.carrying,
    observe: (row, { tunnelSpread }, report) => {
      const facts = row.name;
      if (facts.subdomain.length < longSubdomain || facts.class !== 'ordinary') return;
      if (row.nameService !== nameServices.dns) return;
      const most = greatestPayload(facts, language);
      if (most.octets < longSubdomain || most.bits < most.octets * tunnelSpread.encodedBits) return;
      if (isService(row, askers, tunnelSpread) || isNodeTree(row) || isSuffixed(row)) return;
      const at = row.observedSeconds;
      const track = tracks.getOrCreate(`${row.locationId} ${row.clientAddress}`, () => new SpreadTrack(at));
      track.turn(at);
      const { octets } = newPayload(facts, language, track.isNewLabel);
      if (octets < longSubdomain) return;
      track.add(facts.hash.low, octets * shareOf(row), tunnelSpread.domainNames);
      judge(row, track, tunnelSpread, report);
    },
  };
}

/** Tells whether several clients ask for long encoded names below the row's domain: a service, whatever it is for. */
function isService(
  { locationId, name, client }: BatchRows,
  askers: LocatedMap<number[]>,
  { serviceClients }: TunnelSpreadSettings,
): boolean {
  const known = askers.getOrCreate(locationId, name.hash, () => []);
  if (known.length < serviceClients && !known.includes(client.hash.low)) known.push(client.hash.low);
  return known.length >= serviceClients;
}

function shareOf(row: BatchRows): number {
  const answer = answersOf(row);
  if (answer === 'verdict' || answer === 'short') return verdictShare;
  return startsWithIdentifier(row.name) ? identifierShare : 1;
}

function judge(row: BatchRows, track: SpreadTrack, settings: TunnelSpreadSettings, report: Report): void {
  const found = track.worst(settings);
  if (found === undefined) return;
  const { window, domains, names, octets, limit } = found;
  report.add(row, {
    type: 'dns_tunnel',
    severity: octets >= 2 * limit ? 'high' : 'medium',
    subject: `${row.clientAddress} below many domains`,
    technique: 'T1048.003',
    message:
      `${row.clientAddress} asked for ${names} long encoded names with ${octets} octets below ${domains} domains ` +
      `within ${window} seconds`,
    evidence: {
      method: 'octets of long encoded names, per client over domains that hardly anybody else asks for',
      unique_names: names,
      payload_octets: octets,
      window_seconds: window,
      limit_octets: limit,
      domains,
      to: new Date(row.observedSeconds * 1_000).toISOString(),
      sample_name: row.name.text,
      thresholds: { ...settings },
    },
  });
}
