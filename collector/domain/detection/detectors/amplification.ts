import { transports } from '@sonde/shared/batch/row-layout.ts';
import { recordTypeName, recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { RowDetector } from '../row-detector.ts';
import { rowTraits } from '../rows/row-traits.ts';
import { RecentMap } from '../state/recent-map.ts';

const followed = 5_000;
const amplifying: ReadonlySet<number> = new Set([
  recordTypes.ANY,
  recordTypes.DNSKEY,
  recordTypes.TXT,
  recordTypes.RRSIG,
  recordTypes.SIG,
]);

interface Window {
  since: number;
  queries: number;
  querySize: number;
  responseSize: number;
  unreported: number;
}

/**
 * Detects one big answer that is sent to one network over and over: whoever asks in earnest keeps it for its TTL, a
 * validator asks for a zone's keys once. So it is the repetition that tells a forged source, together with the size.
 */
export function createAmplificationDetector(): RowDetector {
  const victims = new RecentMap<string, Window>(followed);
  return {
    name: 'amplification',
    tables: [victims],
    needs: rowTraits.special,
    observe: (row, { amplification }, report) => {
      if (!amplifying.has(row.queryType) || row.transport !== transports.udp || row.querySize === 0) return;
      const at = row.observedSeconds;
      const { text } = row.name;
      const network = networkOf(row.clientAddress);
      const key = `${row.locationId} ${network} ${row.queryType} ${text}`;
      let window = victims.get(key);
      if (window === undefined) {
        window = newWindow(at);
        victims.set(key, window);
      }
      if (at - window.since >= amplification.windowSeconds) Object.assign(window, newWindow(at));
      window.queries++;
      window.unreported++;
      window.querySize += row.querySize;
      window.responseSize += row.responseSize;
      const ratio = window.responseSize / window.querySize;
      if (window.queries < amplification.queries || ratio < amplification.ratio) return;
      report.add(row, {
        type: 'amplification',
        severity: window.queries >= amplification.severeQueries ? 'high' : 'medium',
        subject: `${network} ${text}`,
        technique: 'T1498.002',
        count: window.unreported,
        message:
          `${window.queries} queries from ${network} for ${recordTypeName(row.queryType)} of ${text} within a minute, ` +
          `with answers ${ratio.toFixed(0)} times as big`,
        evidence: {
          method: 'repeated queries of one network for one big answer, ratio of bytes',
          queries: window.queries,
          ratio: Number(ratio.toFixed(1)),
          response_bytes: window.responseSize,
          network,
          from: new Date(window.since * 1_000).toISOString(),
          to: new Date(at * 1_000).toISOString(),
          sample_names: [text],
          thresholds: { ...amplification },
        },
      });
      window.unreported = 0;
    },
  };
}

function newWindow(since: number): Window {
  return { since, queries: 0, querySize: 0, responseSize: 0, unreported: 0 };
}

/** The /24 or /48 that an address is in, as an attack is often spread over its victim's network. */
function networkOf(address: string): string {
  if (!address.includes(':')) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
  return `${address.split(':').slice(0, 3).join(':')}::/48`;
}
