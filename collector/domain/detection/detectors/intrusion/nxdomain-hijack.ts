import { nameServices } from '@sonde/shared/batch/row-layout.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import { addressText } from '@sonde/shared/net/address.ts';
import { addressScope } from '../../addresses.ts';
import type { BatchRows } from '../../batch-rows.ts';
import type { LabelJudge } from '../../dga/label-judge.ts';
import type { RowDetector } from '../../row-detector.ts';
import { rowTraits } from '../../rows/row-traits.ts';
import { OncePerDay } from '../../state/once-per-day.ts';
import { RecentMap } from '../../state/recent-map.ts';
import { type DrawnLandings, endingsOf } from './drawn-landings.ts';

const followed = 2_000;
const remembered = 5_000;
const mostNames = 32;
const daySeconds = 86_400;

/** Names that cannot exist, with one address. */
interface Landing {
  day: number;
  readonly names: Set<string>;
}

/**
 * Detects resolvers that answer for names that cannot exist, below no top-level domain or of one label, or for drawn domains
 * without ever denying one, with an address of their own: a page of the provider's in place of the error, or somebody who
 * redirects all that fails. It fills `drawn`, which tells others that such domains say nothing of who asks.
 */
export function createNxdomainHijackDetector(judge: LabelJudge, drawn: DrawnLandings): RowDetector {
  const landings = new RecentMap<string, Landing>(followed);
  const told = new OncePerDay(remembered);
  return {
    name: 'nxdomain_hijack',
    tables: [landings, drawn, told],
    needs: rowTraits.outside | rowTraits.addressed | rowTraits.denied,
    observe: (row, { nxdomainHijack }, report) => {
      const { nameService, queryType, responseCode, observedSeconds: at } = row;
      if (nameService !== nameServices.dns) return;
      if (queryType !== recordTypes.A && queryType !== recordTypes.AAAA) return;
      const { class: kind, subdomain, registrable, label } = row.name;
      const isImpossible = kind === 'unknown' || kind === 'single';
      if (!isImpossible && (kind !== 'ordinary' || registrable === undefined)) return;
      if (responseCode === responseCodes.NXDOMAIN) {
        // What a server denies of IPv6 it may well make up of IPv4.
        if (!isImpossible && queryType === recordTypes.A) drawn.noteDenied(serverOf(row), registrable!, at);
        return;
      }
      if (responseCode !== responseCodes.NOERROR || (!isImpossible && subdomain !== '')) return;
      const server = serverOf(row);
      // Most servers deny names: of those no label is judged, which costs more than all of this.
      if (!isImpossible && (drawn.isHonest(server, at) || !judge.isMadeUp(label))) return;
      const { addresses } = row;
      // Within the site there are names of one label, and top-level domains of its own.
      if (addresses.count === 0 || addressScope(addresses.bytes, 0) !== 'public') return;
      const address = addressText(addresses.bytes, 0);
      const impossible = landingOf(row, address, landings).names;
      if (!isImpossible) drawn.add(server, registrable!, address, at);
      else if (impossible.size < mostNames) impossible.add(row.name.text);
      const names = [...impossible, ...drawn.at(server, address, at)];
      if (names.length < nxdomainHijack.names) return;
      const endings = endingsOf(names).size;
      if (endings < nxdomainHijack.endings) return;
      if (!told.isFirst(`${row.locationId} ${address}`, at)) return;
      report.add(row, {
        type: 'nxdomain_hijack',
        severity: 'low',
        subject: address,
        technique: 'T1557',
        message: `${row.serverAddress} gives ${address} for ${names.length} names that ${impossible.size === names.length ? 'cannot exist' : 'are unlikely to exist'}`,
        evidence: {
          method:
            impossible.size === names.length
              ? 'different names below no top-level domain with one public address'
              : 'made-up domains with one public address, by a server that denies none',
          address,
          names: names.length,
          endings,
          server: row.serverAddress,
          at: new Date(at * 1_000).toISOString(),
          sample_names: names.slice(0, 8),
          thresholds: { ...nxdomainHijack },
        },
      });
    },
  };
}

function landingOf(row: BatchRows, address: string, landings: RecentMap<string, Landing>): Landing {
  const day = Math.floor(row.observedSeconds / daySeconds);
  const landing = landings.getOrCreate(`${row.locationId} ${address}`, () => ({ day, names: new Set() }));
  if (landing.day !== day) {
    landing.day = day;
    landing.names.clear();
  }
  return landing;
}

function serverOf({ locationId, serverAddress }: BatchRows): string {
  return `${locationId} ${serverAddress}`;
}
