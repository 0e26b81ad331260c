import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { readZoneFile, type ZoneRecord } from '@sonde/shared/zone-file/read-zone-file.ts';
import type { ZoneFileError } from '@sonde/shared/zone-file/zone-file-error.ts';

export interface ZoneTextOptions {
  /** The zone's name in stored form, which relative names end with; that of its SOA if absent. */
  readonly zone?: string | undefined;
  readonly maxRecords: number;
  /** Is told of entries that can't be read, each once. Without it the first of them is thrown. */
  readonly onFault?: (fault: ZoneFileError) => void;
}

export interface ZoneText {
  readonly records: ZoneRecord[];
  /** The name of the SOA; undefined without one. */
  readonly apex: string | undefined;
}

/**
 * Reads a zone file whose name may not be known: relative names belong below its SOA, as long as that has the same name then.
 * Records without a TTL have the last field of the SOA for it, if nothing else says (RFC 1035 section 3.3.13). Throws a
 * ZoneFileError.
 */
export function readZoneText(text: string, { zone, maxRecords, onFault }: ZoneTextOptions): ZoneText {
  const upTo = recordTypes.SOA;
  const first = readZoneFile(text, { origin: zone ?? '.', maxRecords, lastTtl: 0, upTo, onFault: () => {} });
  const soa = first.find(({ type }) => type === recordTypes.SOA);
  const lastTtl = soa?.data.readUInt32BE(soa.data.length - 4);
  const read = (origin: string): { records: ZoneRecord[]; faults: ZoneFileError[] } => {
    const faults: ZoneFileError[] = [];
    const options =
      onFault === undefined ? {} : { onFault: (fault: ZoneFileError) => void faults.push(fault) };
    const records = readZoneFile(text, {
      origin,
      maxRecords,
      ...(lastTtl === undefined ? {} : { lastTtl }),
      ...options,
    });
    return { records, faults };
  };
  const origin = zone ?? soa?.name ?? '.';
  const named = read(origin);
  const { records, faults } =
    zone === undefined && soa !== undefined && apexOf(named.records) !== soa.name ? read('.') : named;
  for (const fault of faults) onFault?.(fault);
  return { records, apex: apexOf(records) };
}

function apexOf(records: readonly ZoneRecord[]): string | undefined {
  return records.find(({ type }) => type === recordTypes.SOA)?.name;
}
