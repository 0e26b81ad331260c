import { validateZone, type ZoneTextVerdict } from '@sonde/scanner/checks/zone-contents/validate-zone.ts';
import { Effort } from '@sonde/scanner/protocols/dnssec/crypto/effort.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';
import { ZoneFileError } from '@sonde/shared/zone-file/zone-file-error.ts';
import type { JudgedFile } from './zone-files.ts';

/** More than a zone has whose text is taken, and seconds rather than minutes of a thread for one that was made to cost. */
const effort = { signatures: 10_000, hashes: 1_000_000 };

/**
 * Judges a zone file. It takes processor time with the length of the text and nothing else. Throws InvalidInput if the
 * file has too many records.
 */
export function judgeZoneFile({ text, zone, now }: JudgedFile): ZoneTextVerdict {
  try {
    return validateZone(text, { zone, now, effort: new Effort(effort) });
  } catch (error) {
    if (!(error instanceof ZoneFileError)) throw error;
    throw new InvalidInput('zone_file', `The zone is too large: ${error.message}.`);
  }
}
