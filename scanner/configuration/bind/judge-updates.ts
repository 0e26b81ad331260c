import type { Say } from './judge-resolving.ts';
import { type Item, isWord, type Statement } from './read-statements.ts';
import { blockOf } from './settings.ts';

const manual = 'BIND 9 Administrator Reference Manual, update-policy';
/** Rules by which the address of a client is what it may change: nobody signs. */
const byAddress = new Set(['tcp-self', '6to4-self']);

/** Judges the rules of `update-policy`: those that take any key, and those that take none. */
export function judgeUpdatePolicy(policy: Statement | undefined, say: Say): void {
  for (const { items } of blockOf(policy)?.statements ?? []) {
    const [what, who, how] = items.filter((item: Item) => isWord(item));
    if (what?.text.toLowerCase() !== 'grant' || who === undefined || how === undefined) continue;
    if (byAddress.has(how.text.toLowerCase())) {
      say('update_without_tsig', 'medium', how, {
        message: 'Whoever has an address may change the names of it without a key.',
        rule: manual,
        suggestion: 'Grant it to a key.',
        snippet: 'update-policy { grant "updater" zonesub PTR; };',
      });
    } else if (/^(?:\*|\*?\.)$/.test(who.text) && !isOwnName(how.text)) {
      say('update_any_key', 'high', who, {
        message: 'Every key that the server knows may change this: keys for transfers and for rndc too.',
        rule: `${manual}; DISA BIND 9 STIG, dynamic updates`,
        suggestion: 'Name the key that it is for.',
        snippet: 'update-policy { grant "updater" zonesub ANY; };',
      });
    }
  }
}

/** With a star for who, each key may change the name that it has itself, which is what these rules are for. */
function isOwnName(how: string): boolean {
  return /^(?:self|selfsub|selfwild|krb5-|ms-|external)/i.test(how);
}
