import type { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { ScanPorts } from '../ports/scanner.ts';
import { type AskedRecords, askRecords } from './ask-records.ts';

/**
 * Asks for records as askRecords() does; an answer that fails DNSSEC validation gives none, because validating clients
 * do not see its records.
 */
export async function askSoundRecords(
  name: string,
  type: keyof typeof recordTypes,
  ports: Pick<ScanPorts, 'dns' | 'signal'>,
  source: string,
): Promise<AskedRecords> {
  const answer = await askRecords(name, type, ports, source);
  if (answer.security !== 'bogus' || answer.error !== undefined) return answer;
  const error = { source, code: 'bogus', message: `${name} ${type}: DNSSEC validation fails.` };
  return { ...answer, records: [], exists: undefined, error };
}
