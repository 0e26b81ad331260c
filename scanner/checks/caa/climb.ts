import { selfAndParents } from '@sonde/shared/dns/names.ts';
import type { ScanPorts } from '../../ports/scanner.ts';
import { type AskedRecords, askRecords } from '../ask-records.ts';

export interface Climb {
  /** Names that were asked, the domain first. */
  readonly climbed: readonly string[];
  /** The name at which the records are; undefined if there are none. */
  readonly foundAt: string | undefined;
  readonly answer: AskedRecords | undefined;
  /** The answer that stopped the climb: beyond it nobody can tell. */
  readonly unanswered: AskedRecords | undefined;
}

/**
 * Looks for the relevant record set (RFC 8659 section 3): at the domain and at each parent, the root left out. Aliases are followed
 * as in any resolution; their targets' parents are of no account.
 */
export async function climb(domain: string, ports: Pick<ScanPorts, 'dns' | 'signal'>): Promise<Climb> {
  const climbed: string[] = [];
  for (const name of selfAndParents(domain)) {
    climbed.push(name);
    const answer = await askRecords(name, 'CAA', ports, 'caa');
    if (answer.error !== undefined)
      return { climbed, foundAt: undefined, answer: undefined, unanswered: answer };
    if (answer.records.length > 0) return { climbed, foundAt: name, answer, unanswered: undefined };
  }
  return { climbed, foundAt: undefined, answer: undefined, unanswered: undefined };
}
