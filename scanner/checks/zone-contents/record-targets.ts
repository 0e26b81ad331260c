import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { readWireName } from '@sonde/shared/dns/wire-name.ts';
import { embeddedNames } from '@sonde/shared/record-data/embedded-names.ts';
import type { ZoneRecord } from '@sonde/shared/zone-file/read-zone-file.ts';

/** The host types are types whose data is one host that has to have addresses. */
export const hostTypes: ReadonlySet<number> = new Set([
  recordTypes.NS,
  recordTypes.MX,
  recordTypes.SRV,
  recordTypes.KX,
  recordTypes.AFSDB,
  recordTypes.RT,
]);

/** Reads the names in a record's data, in stored form. */
export function namesIn({ type, data }: Pick<ZoneRecord, 'type' | 'data'>): string[] {
  const layout =
    type === recordTypes.SVCB || type === recordTypes.HTTPS ? bindingLayout : embeddedNames(type);
  const names: string[] = [];
  let at = 0;
  for (const part of layout ?? []) {
    if (part === 'rest') break;
    if (part === 'string') at += 1 + (data[at] ?? 0);
    else if (part !== 'name') at += part;
    else {
      const read = readWireName(data, at);
      if (read === undefined) break;
      names.push(read.name);
      at = read.end;
    }
  }
  return names;
}

const bindingLayout = [2, 'name', 'rest'] as const;
