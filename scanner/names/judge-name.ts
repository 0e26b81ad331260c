import { domainToASCII } from 'node:url';
import { namehash, normalizeName } from './ethereum/namehash.ts';
import { judgeI2p } from './i2p/i2p-name.ts';
import { isAddress, type NameKind } from './name-kind.ts';
import { invalid, type Judgement, judgeOnion } from './onion.ts';

/** Judges a name of a kind by its form alone, and writes it in the system's own form. */
export function judgeName(name: string, kind: NameKind): Judgement & { readonly name: string } {
  switch (kind) {
    case 'ens':
      return isAddress(name) ? { name, valid: true, reason: null, hash: null } : judgeEthereum(name);
    case 'registry':
      return judgeEthereum(name);
    case 'onion':
      return { name, ...judgeOnion(name) };
    case 'i2p':
      return { name, ...judgeI2p(name) };
    case 'handshake':
      return judgeLabels(name, /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/);
    case 'namecoin':
      return judgeNamecoin(name);
  }
}

function judgeEthereum(name: string): Judgement & { readonly name: string } {
  const read = normalizeName(name);
  if ('reason' in read) return { name, ...invalid(read.reason) };
  const hash = `0x${Buffer.from(namehash(read.name)).toString('hex')}`;
  return { name: read.name, valid: true, reason: null, hash };
}

function judgeLabels(name: string, label: RegExp): Judgement & { readonly name: string } {
  const ascii = domainToASCII(name);
  const isName = ascii.length <= 253 && ascii.split('.').every((one) => label.test(one));
  return isName
    ? { name: ascii, valid: true, reason: null, hash: null }
    : { name, ...invalid('Labels have 1 to 63 letters, digits, hyphens and underscores.') };
}

/** The domain itself is stricter than what is below it, where services have underscores. */
function judgeNamecoin(name: string): Judgement & { readonly name: string } {
  const judged = judgeLabels(name, /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/);
  const domain = judged.name.split('.').at(-2);
  if (!judged.valid) return judged;
  if (domain === undefined) return { name, ...invalid('A name of Namecoin has a label before .bit.') };
  return domain.includes('_')
    ? { name, ...invalid('A domain of Namecoin has letters, digits and hyphens.') }
    : judged;
}
