const longestText = 300;
const hiddenValue =
  /^(?:redacted\b|withheld\b|not disclosed|not published|not shown\b|data protected|hidden\b|-+$|n\/a$)|redacted for privacy/i;

/**
 * Reads a text of a registry's answer: in one line, of a bounded length; null if there is none, or a word in its place.
 */
export function plainText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value
    .slice(0, longestText * 4)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (text === '' || isHidden(text)) return null;
  return text.length <= longestText ? text : `${text.slice(0, longestText)}…`.toWellFormed();
}

/** Tells whether a value says that there is one, and that it is not told. */
export function isHidden(text: string): boolean {
  return hiddenValue.test(text.trim());
}

/** The words of EPP (RFC 5731 section 2.3, RFC 3915 section 3.1) by their lower case, which is how some registries tell them apart. */
const eppWords = new Map(
  [
    ...['Delete', 'Renew', 'Transfer', 'Update'].flatMap((what) => [
      `client${what}Prohibited`,
      `server${what}Prohibited`,
      `pending${what}`,
    ]),
    ...['clientHold', 'serverHold', 'pendingCreate', 'addPeriod', 'autoRenewPeriod', 'renewPeriod'],
    ...['transferPeriod', 'redemptionPeriod', 'pendingRestore', 'inactive', 'ok'],
  ].map((word) => [word.toLowerCase(), word]),
);
/** What registries say in words of their own. The registry software of CZ.NIC writes the middle ones. */
const otherWords: Readonly<Record<string, string>> = {
  active: 'ok',
  activo: 'ok',
  sponsoringregistrarchangeforbidden: 'serverTransferProhibited',
  updateforbidden: 'serverUpdateProhibited',
  deletionforbidden: 'serverDeleteProhibited',
  registrationrenewalforbidden: 'serverRenewProhibited',
  deleteprohibitedbyregistrar: 'clientDeleteProhibited',
  updateprohibitedbyregistrar: 'clientUpdateProhibited',
  transferprohibitedbyregistrar: 'clientTransferProhibited',
  deleteprohibitedbyregistry: 'serverDeleteProhibited',
  updateprohibitedbyregistry: 'serverUpdateProhibited',
  transferprohibitedbyregistry: 'serverTransferProhibited',
};

/**
 * Reads a status in the words of EPP, whichever way it is written: `client transfer prohibited` (RFC 8056 section 2)
 * and `clientTransferProhibited https://icann.org/epp#...` are one. Undefined if it is none.
 */
export function statusOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value
    .slice(0, 200)
    .replace(/\s*\(?https?:.*$/i, '')
    .trim();
  const words = text.split(/[\s_-]+/).filter((word) => word !== '');
  if (words.length === 0 || words.length > 4 || !words.every((word) => /^[A-Za-z]{2,40}$/.test(word)))
    return undefined;
  const joined = words
    .map((word, index) => (words.length === 1 ? word : capitalised(word.toLowerCase(), index > 0)))
    .join('');
  const name = joined === joined.toUpperCase() ? joined.toLowerCase() : joined;
  const plain = name.charAt(0).toLowerCase() + name.slice(1);
  const folded = plain.toLowerCase();
  return eppWords.get(folded) ?? otherWords[folded] ?? plain;
}

function capitalised(word: string, really: boolean): string {
  return really ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
