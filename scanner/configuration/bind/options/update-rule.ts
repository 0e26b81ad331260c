import { recordTypeNumber } from '@sonde/shared/dns/record-types.ts';
import { isDomainText } from '../domain-text.ts';
import { type Item, isWord } from '../read-statements.ts';

/** Whom a rule is for has to be the name that it is for, or a dot stands for it. */
const ofOneself = new Set(['self', 'selfsub', 'selfwild']);
/** A dot stands in place of a name. */
const withoutName = new Set(
  `6to4-self krb5-self krb5-selfsub krb5-subdomain-self-rhs ms-self ms-selfsub ms-subdomain-self-rhs tcp-self`.split(
    ' ',
  ),
);
const withName = new Set('external krb5-subdomain ms-subdomain name subdomain wildcard'.split(' '));

const isType = (text: string) => /^any$/i.test(text) || recordTypeNumber(text.toUpperCase()) !== undefined;

/** Tells whether items from a place on are a rule of `update-policy`: grant or deny, who, how, a name and types. */
export function isUpdateRule(items: readonly Item[], at: number): boolean {
  const words = items.slice(at);
  if (!words.every(isWord)) return false;
  const [what, who, how, ...rest] = words;
  if (what === undefined || who === undefined || how === undefined || what.quoted || how.quoted) return false;
  if (!/^(?:grant|deny)$/i.test(what.text) || !isDomainText(who.text)) return false;
  const kind = how.text.toLowerCase();
  if (kind === 'zonesub') return rest.every(({ text }) => isTypeWithCount(text));
  const [name, ...types] = rest;
  if (name === undefined || isType(name.text) || !isDomainText(name.text)) return false;
  return nameFits(kind, name.text, who.text) && types.every(({ text }) => isTypeWithCount(text));
}

function nameFits(kind: string, name: string, who: string): boolean {
  const bare = (text: string) => text.toLowerCase().replace(/(.)\.$/, '$1');
  if (ofOneself.has(kind)) return name === '.' || bare(name) === bare(who);
  if (withoutName.has(kind)) return name === '.';
  return withName.has(kind) && (kind !== 'wildcard' || name.startsWith('*.'));
}

/** How many records of a type there may be stands in brackets behind it. */
function isTypeWithCount(text: string): boolean {
  const [, type = '', count] = /^([^(]*)(?:\((\d+)\))?$/.exec(text) ?? [];
  return type !== '' && isType(type) && (count === undefined || Number(count) <= 65_535);
}
