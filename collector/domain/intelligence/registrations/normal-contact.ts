import { parseDomainInput } from '@sonde/shared/dns/domain-input.ts';
import { storedName } from '@sonde/shared/dns/names.ts';
import type { ContactKind } from '../../../ports/registrations/registration-index.ts';

const longest = 200;
/** Words of addresses and names that hide who it is: what many unrelated domains have in common says nothing. */
const hiding =
  /redacted|privacy|whoisguard|withheld|domainsbyproxy|not disclosed|data protected|identity protect|contact ?privacy|proxy protection|anonymi[sz]ed|statutory mask/;
const legalForms =
  /\s(?:ltd|limited|gmbh|inc|incorporated|llc|llp|corp|corporation|co|company|sa|ag|bv|nv|srl|sarl|sas|spa|plc|kg|ug|oy|ab|as|aps|pty|sro|sp z oo)$/;

/** Brings a contact to the form in which it is kept and looked for; undefined for what is none, or hides one. */
export function normalContact(kind: ContactKind, text: string): string | undefined {
  const plain = text.normalize('NFKC').trim().toLowerCase();
  if (plain === '' || plain.length > longest || hiding.test(plain)) return undefined;
  if (kind === 'email') return normalEmail(plain);
  if (kind === 'nameserver') return normalName(plain);
  if (kind === 'registrar' && /^(?:iana:)?\d{1,7}$/.test(plain)) return `iana:${plain.replace('iana:', '')}`;
  return normalOrganization(plain);
}

/** Finds the longest part of a contact that all of its forms have: a search for a part of a contact looks for it. */
export function normalPart(kind: ContactKind, text: string): string | undefined {
  const plain = text.normalize('NFKC').trim().toLowerCase();
  if (plain.length < 3 || plain.length > longest) return undefined;
  return kind === 'organization' || kind === 'registrar'
    ? plain.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()
    : plain;
}

function normalEmail(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  if (at < 1 || /[\s<>"(),;:\\]/.test(text)) return undefined;
  const read = parseDomainInput(text.slice(at + 1));
  return 'domain' in read ? `${text.slice(0, at)}@${read.domain}` : undefined;
}

function normalName(text: string): string | undefined {
  const name = text.includes('.') && !/\s/.test(text) ? storedName(text) : undefined;
  return name === '.' ? undefined : name;
}

function normalOrganization(text: string): string | undefined {
  let name = text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
  for (let shorter = name.replace(legalForms, ''); shorter !== name && shorter !== ''; ) {
    name = shorter;
    shorter = name.replace(legalForms, '');
  }
  return name === '' ? undefined : name;
}
