import { getDomain } from 'tldts';
import type { Scanner } from '../../ports/scanner.ts';
import type { ProvenZones } from '../../protocols/dnsbl/proven-zones.ts';
import { PartBuilder } from '../part-builder.ts';
import { askList } from './ask-list.ts';
import type { BlocklistEntry, BlocklistsResult } from './blocklists-result.ts';

const rule = 'RFC 5782 section 3';

/**
 * Lists of domains in the DNS that the operator may use, by their zones. A refusal and a broken list are no listings, and no
 * clean bill either.
 */
export function createBlocklistsScanner(
  lists: readonly string[],
  proven: ProvenZones,
): Scanner<BlocklistsResult> {
  return {
    id: 'blocklists',
    async scan(domain, ports) {
      const part = new PartBuilder('blocklists');
      const registered = getDomain(domain);
      const names = registered === null || registered === domain ? [domain] : [domain, registered];
      const asked = await Promise.all(lists.map((list) => askList(list, names, proven, ports)));
      for (const { entry, message = '' } of asked) judge(part, domain, entry, message);
      const entries = asked.map(({ entry }) => entry);
      const listing = entries.filter(({ status }) => status === 'listed');
      const clean = entries.filter(({ status }) => status === 'not_listed');
      const listed = listing.length > 0 ? true : clean.length > 0 ? false : null;
      if (listed === false)
        part.pass('not_listed', `${domain} is not on ${counted(clean.length)} that could say.`, rule);
      return part.done({ details: sentence(domain, listing, clean.length), listed, lists: entries });
    },
  };
}

function judge(part: PartBuilder, domain: string, entry: BlocklistEntry, message: string): void {
  const { list, status, name, codes, reason } = entry;
  if (status === 'listed') {
    part.fail('high', 'listed', `${list} lists ${name ?? domain} (${codes.join(', ')}).`, rule, {
      advice: 'Find out from the list why, mend that, and ask to be taken off.',
      ...(reason === null ? {} : { evidence: reason }),
    });
  } else if (status !== 'not_listed') {
    part.unknown(`list_${status}`, `Whether ${list} lists ${domain} could not be found out.`, rule);
    part.error(status === 'unanswered' ? 'unreachable' : status, message);
  }
}

function sentence(domain: string, listing: readonly BlocklistEntry[], clean: number): string {
  if (listing.length > 0) return `Listed by ${listing.map(({ list }) => list).join(', ')}.`;
  return clean > 0 ? `Not on ${counted(clean)}.` : `No list could say anything of ${domain}.`;
}

function counted(lists: number): string {
  return lists === 1 ? 'one list' : `${lists} lists`;
}
