import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { readZoneFile } from '@sonde/shared/zone-file/read-zone-file.ts';
import { ZoneFileError } from '@sonde/shared/zone-file/zone-file-error.ts';
import { verifyZonemd, type ZonemdVerdict } from './verify-zonemd.ts';

const mostRecords = 200_000;

/**
 * Checks the digest of a zone that is given as a zone file. Its name is that of its SOA where it is not said. `line` where the
 * text is no zone file.
 */
export function validateZoneText(
  text: string,
  zone?: string,
): ZonemdVerdict & { readonly zone: string | null; readonly line?: number } {
  try {
    const records = readZoneFile(text, {
      ...(zone === undefined ? {} : { origin: zone }),
      maxRecords: mostRecords,
    });
    const apex = zone ?? records.find(({ type }) => type === recordTypes.SOA)?.name;
    if (apex === undefined) return { ...unsound('The zone has no SOA record.'), zone: null };
    return { ...verifyZonemd(records, apex), zone: apex };
  } catch (error) {
    if (!(error instanceof ZoneFileError)) throw error;
    return {
      ...unsound(`The text is no zone file: ${error.message}.`),
      zone: zone ?? null,
      line: error.line,
    };
  }
}

function unsound(message: string): ZonemdVerdict {
  return { status: 'unsound', serial: null, message, rule: 'RFC 1035 section 5', records: [], outOfZone: 0 };
}
