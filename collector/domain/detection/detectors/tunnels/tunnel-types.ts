import { nameServices } from '@sonde/shared/batch/row-layout.ts';
import { isAssignedType, recordTypeName } from '@sonde/shared/dns/record-types.ts';
import type { RowDetector } from '../../row-detector.ts';
import { rowTraits } from '../../rows/row-traits.ts';
import { LocatedMap } from '../../state/located-map.ts';

/** Pairs of client and domain that are followed, at most twice as many. */
const followed = 2_000;
const samples = 10;

/**
 * Detects data in the numbers of record types: many types that the registry has not assigned, asked for by one client below one
 * domain. No program asks for two of them; who tries a name server with whatever there is looks the same.
 */
export function createTunnelTypesDetector(): RowDetector {
  const asked = new LocatedMap<Map<number, number>>(followed);
  return {
    name: 'dns_tunnel_types',
    tables: [asked],
    needs: rowTraits.special,
    observe: (row, { tunnelTypes }, report) => {
      const { queryType, locationId, client } = row;
      // Nearly all rows end here.
      if (isAssignedType(queryType) || row.nameService !== nameServices.dns) return;
      const { registrable, hash } = row.name;
      if (registrable === undefined) return;
      const at = row.observedSeconds;
      const types =
        asked.getOfBoth(locationId, client.hash, hash) ??
        asked.addOfBoth(locationId, client.hash, hash, new Map());
      // The latest comes last, so that those before it are in the order of their time.
      types.delete(queryType);
      types.set(queryType, at);
      for (const [type, time] of types) {
        if (time > at - tunnelTypes.windowSeconds) break;
        types.delete(type);
      }
      if (types.size < tunnelTypes.types) return;
      const times = [...types.values()];
      report.add(row, {
        type: 'dns_tunnel',
        severity: 'medium',
        subject: registrable,
        technique: 'T1071.004',
        count: types.size,
        message: `${row.clientAddress} asked for ${types.size} record types of ${registrable} that nobody has assigned`,
        evidence: {
          method: 'different unassigned record types, per client and registrable domain',
          different_types: types.size,
          sample_types: [...types.keys()].slice(-samples).map(recordTypeName),
          from: new Date(Math.min(...times) * 1_000).toISOString(),
          to: new Date(at * 1_000).toISOString(),
          sample_names: [row.name.text],
          thresholds: { ...tunnelTypes },
        },
      });
      // As many again are told as much again.
      types.clear();
    },
  };
}
