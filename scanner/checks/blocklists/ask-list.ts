import type { ScanPorts } from '../../ports/scanner.ts';
import type { ListAnswer } from '../../protocols/dnsbl/list-answer.ts';
import { domainCanaries, type ProvenZones } from '../../protocols/dnsbl/proven-zones.ts';
import { textOfRecord } from '../../protocols/mail/text-of-record.ts';
import { askRecords } from '../ask-records.ts';
import type { BlocklistEntry } from './blocklists-result.ts';

const longestReason = 300;

type Ports = Pick<ScanPorts, 'dns' | 'signal'>;

/**
 * Asks one list for names, the first of which that it has counts (RFC 5782 section 3). A list is believed only while it lists
 * what every list has to have, and not what none may. Never rejects.
 */
export async function askList(
  list: string,
  names: readonly string[],
  proven: ProvenZones,
  ports: Ports,
): Promise<{ readonly entry: BlocklistEntry; readonly message?: string }> {
  const entry = (status: BlocklistEntry['status'], more: Partial<BlocklistEntry> = {}): BlocklistEntry => ({
    list,
    status,
    name: null,
    codes: [],
    reason: null,
    ...more,
  });
  const canaries = domainCanaries(list);
  // The first question proves the list, and the others need not prove it again.
  const answers: ListAnswer[] = [];
  for (const name of names) answers.push(await proven.ask(name, list, canaries, ports));
  const index = answers.findIndex(({ status }) => status === 'listed');
  const found = answers[index];
  if (found?.status === 'listed') {
    const name = names[index]!;
    return {
      entry: entry('listed', { name, codes: found.codes, reason: await reasonOf(name, list, ports) }),
    };
  }
  for (const answer of answers) {
    if (answer.status === 'refused') return { entry: entry('refused'), message: answer.message };
    if (answer.status === 'unknown')
      return { entry: entry(answer.isSilence ? 'unanswered' : 'broken'), message: answer.message };
  }
  return { entry: entry('not_listed') };
}

async function reasonOf(name: string, list: string, ports: Ports): Promise<string | null> {
  const { records } = await askRecords(`${name}.${list}`, 'TXT', ports, 'blocklists');
  const [first] = records;
  return first === undefined ? null : textOfRecord(first.data).slice(0, longestReason).toWellFormed();
}
