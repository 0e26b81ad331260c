import { nameServices } from '@sonde/shared/batch/row-layout.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import { addressText } from '@sonde/shared/net/address.ts';
import { addressScope } from '../../addresses.ts';
import type { RowDetector } from '../../row-detector.ts';
import { rowTraits } from '../../rows/row-traits.ts';
import { OncePerDay } from '../../state/once-per-day.ts';
import { RecentMap } from '../../state/recent-map.ts';

const followed = 2_000;
const remembered = 5_000;
const mostNames = 32;
const daySeconds = 86_400;

interface Landing {
  day: number;
  readonly names: Set<string>;
  readonly endings: Set<string>;
}

/**
 * Detects resolvers that answer for names that cannot exist, below no top-level domain or of one label, with an address of
 * their own: a page of the provider's in place of the error, or somebody who redirects all that fails.
 */
export function createNxdomainHijackDetector(): RowDetector {
  const landings = new RecentMap<string, Landing>(followed);
  const told = new OncePerDay(remembered);
  return {
    name: 'nxdomain_hijack',
    tables: [landings, told],
    needs: rowTraits.outside,
    observe: (row, { nxdomainHijack }, report) => {
      const { class: kind, text } = row.name;
      if (kind !== 'unknown' && kind !== 'single') return;
      if (row.responseCode !== responseCodes.NOERROR || row.nameService !== nameServices.dns) return;
      if (row.queryType !== recordTypes.A && row.queryType !== recordTypes.AAAA) return;
      const { addresses } = row;
      // Within the site there are names of one label, and top-level domains of its own.
      if (addresses.count === 0 || addressScope(addresses.bytes, 0) !== 'public') return;
      const address = addressText(addresses.bytes, 0);
      const day = Math.floor(row.observedSeconds / daySeconds);
      const landing = landings.getOrCreate(`${row.locationId} ${address}`, () => ({
        day,
        names: new Set(),
        endings: new Set(),
      }));
      if (landing.day !== day) {
        landing.day = day;
        landing.names.clear();
        landing.endings.clear();
      }
      const { names, endings } = landing;
      if (names.size >= mostNames || names.has(text)) return;
      names.add(text);
      endings.add(text.slice(text.lastIndexOf('.') + 1));
      if (names.size < nxdomainHijack.names || endings.size < nxdomainHijack.endings) return;
      if (!told.isFirst(`${row.locationId} ${address}`, row.observedSeconds)) return;
      const server = row.serverAddress;
      report.add(row, {
        type: 'nxdomain_hijack',
        severity: 'low',
        subject: address,
        technique: 'T1557',
        message: `${server} answers ${names.size} names that cannot exist with ${address}`,
        evidence: {
          method: 'different names below no top-level domain with one public address',
          address,
          names: names.size,
          endings: endings.size,
          server,
          at: new Date(row.observedSeconds * 1_000).toISOString(),
          sample_names: [...names].slice(0, 8),
          thresholds: { ...nxdomainHijack },
        },
      });
    },
  };
}
