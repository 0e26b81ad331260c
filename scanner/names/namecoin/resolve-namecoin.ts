import type { FoundName } from '../name-answer.ts';
import type { NameNetwork } from '../name-system.ts';
import { domainRecords } from './domain-value.ts';
import { NamecoinNode } from './name-show.ts';

/** Resolves the records of a name under .bit, in ASCII. Throws UpstreamFailed. */
export async function resolveNamecoin(name: string, url: string, network: NameNetwork): Promise<FoundName> {
  const node = new NamecoinNode(url, network);
  const { number, time } = await node.tip();
  const [, domain = '', ...labels] = name.split('.').toReversed();
  const shown = await node.show(`d/${domain}`);
  const found = {
    resolved: null,
    sources: ['namecoin'],
    blocks: [{ chain: 'namecoin', number, time }],
    errors: [],
    agreement: 1,
  };
  if (shown === undefined) return found;
  if (shown.expired) {
    const message = `The name d/${domain} has expired: anybody may register it.`;
    return { ...found, errors: [{ source: 'namecoin', code: 'expired', message }] };
  }
  const records = await domainRecords(shown.value, labels, async (other) => {
    const imported = await node.show(other);
    return imported === undefined || imported.expired ? undefined : imported.value;
  });
  if (records === undefined) {
    const what = labels.length === 0 ? 'is no description of a domain' : `has nothing for ${name}`;
    const message = `The value of d/${domain} ${what}.`;
    return { ...found, errors: [{ source: 'namecoin', code: 'no_records', message }] };
  }
  return {
    ...found,
    resolved: { ...records, height: shown.height, expires_in: shown.expiresIn },
  };
}
