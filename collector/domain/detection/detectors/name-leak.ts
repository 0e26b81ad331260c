import { leakSystemOf, systemTitle } from '@sonde/shared/dns/outside-dns.ts';
import type { RowDetector } from '../row-detector.ts';
import { rowTraits } from '../rows/row-traits.ts';
import { RecentMap } from '../state/recent-map.ts';

/** A client and a system of names, of those that were remarked on. */
const remembered = 20_000;
const daySeconds = 86_400;

/**
 * Detects clients that ask the DNS for a name of another system: whoever carries the query learns what was looked for,
 * and may answer as he likes (RFC 7686, RFC 9476). It is a remark, once a day for each client and system.
 */
export function createNameLeakDetector(): RowDetector {
  const days = new RecentMap<string, number>(remembered);
  return {
    name: 'name_leak',
    tables: [days],
    needs: rowTraits.outside,
    observe: (row, _settings, report) => {
      const { class: kind, suffix, text } = row.name;
      // The list of public suffixes has .onion, and none of the others.
      if (kind !== 'unknown' && kind !== 'local' && suffix !== 'onion') return;
      const system = leakSystemOf(text);
      if (system === undefined || !text.includes('.')) return;
      const key = `${row.locationId} ${row.clientAddress} ${system}`;
      const day = Math.floor(row.observedSeconds / daySeconds);
      if (days.get(key) === day) return;
      days.set(key, day);
      report.add(row, {
        type: 'name_leak',
        severity: 'info',
        subject: `${row.clientAddress} ${system}`,
        technique: 'T1590.002',
        message: `${row.clientAddress} asks the DNS for ${text}, a name of ${systemTitle(system)}`,
        evidence: {
          method: 'a name of another naming system in a DNS query, the first of the day',
          system,
          server: row.serverAddress,
          at: new Date(row.observedSeconds * 1_000).toISOString(),
          sample_names: [text],
        },
      });
    },
  };
}
