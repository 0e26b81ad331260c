import { nameServices } from '@sonde/shared/batch/row-layout.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { BatchRows } from '../../batch-rows.ts';
import type { LanguageModel } from '../../dga/language-model.ts';
import { payloadOf } from '../../names/payload.ts';
import type { RowDetector } from '../../row-detector.ts';
import { rowTraits } from '../../rows/row-traits.ts';
import { RecentMap } from '../../state/recent-map.ts';
import { textHash } from '../../state/text-hash.ts';
import { isCarrier } from './carrier-types.ts';
import { TunnelTrack } from './tunnel-track.ts';

const followed = 10_000;
const longestSuffix = 16;
/** Names of keys that Windows agrees upon to sign updates (RFC 3645), of which one in so many counts. */
const keyName = /^\d{1,6}-ms-[\d.]{1,10}-[0-9a-f]{1,8}\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const keyTimes = 12;

/**
 * Detects data in names that end in no top-level domain at all: some tools need no domain, only somebody on the path.
 */
export function createTunnelNoApexDetector(language: LanguageModel): RowDetector {
  const tracks = new RecentMap<string, TunnelTrack>(followed);
  return {
    name: 'dns_tunnel_no_apex',
    tables: [tracks],
    needs: rowTraits.outside,
    observe: (row, { tunnelNoApex }, report) => {
      const { class: kind, text } = row.name;
      if (kind !== 'unknown' || row.nameService !== nameServices.dns) return;
      // A last label that long is no domain of anybody's network, but data itself.
      const isDataItself = text.length - text.lastIndexOf('.') > longestSuffix;
      const characters = Math.ceil(tunnelNoApex.characters * (isDataItself ? 2 / 3 : 1));
      if (text.length < characters || isUncountedKey(row)) return;
      const track = tracks.getOrCreate(`${row.locationId} ${row.clientAddress}`, () => new TunnelTrack());
      if (!track.isNewName(textHash(text))) return;
      const payload = payloadOf(text, language, track.isNewLabel);
      if (payload.octets < characters / 2) return;
      track.add(row.observedSeconds, payload, isCarrier(row.queryType), text);
      const seen = track.within(tunnelNoApex.windowSeconds);
      if (seen.names < tunnelNoApex.names || seen.bits < seen.payload * tunnelNoApex.encodedBits) return;
      report.add(row, {
        type: 'dns_tunnel',
        severity: 'high',
        subject: `${row.clientAddress} without a domain`,
        technique: 'T1071.004',
        count: track.takeUnreported(),
        message: `${row.clientAddress} asked for ${seen.names} long encoded names under no known top-level domain`,
        evidence: {
          method: 'long encoded names outside the list of top-level domains, per client in a sliding window',
          unique_names: seen.names,
          payload_octets: seen.payload,
          bits_per_character: Number((seen.bits / seen.payload).toFixed(2)),
          from: new Date(seen.from * 1_000).toISOString(),
          to: new Date(row.observedSeconds * 1_000).toISOString(),
          sample_names: seen.samples,
          thresholds: { ...tunnelNoApex },
        },
      });
    },
  };
}

function isUncountedKey({ queryType, name }: BatchRows): boolean {
  return queryType === recordTypes.TKEY && keyName.test(name.text) && name.textHash.low % keyTimes !== 0;
}
