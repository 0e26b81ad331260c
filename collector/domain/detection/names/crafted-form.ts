/**
 * A crafted form is what a name shows of the tool that made it: `expression`, text that a vulnerable program evaluates
 * (CVE-2021-44228 and its like); `ticket`, a label that a catcher of callbacks gave out, with the time at which it did.
 */
export interface CraftedForm {
  readonly kind: 'expression' | 'ticket';
  readonly label: string;
  /** Of a ticket, seconds since 1970. */
  readonly givenAt: number;
}

const expression = /\$\{(?:jndi|lower|upper|env|sys|java|date|base64|ctx|main|bundle|script|url|dns|::-)[:-]/;
/** Interactsh puts 13 characters of its own behind an id of xid, base32 with the extended alphabet of RFC 4648. */
const ticket = /(?:^|\.)([0-9a-v]{20}[0-9a-z]{13})\./;
const ticketLength = 33;
/** Five bits a character: the first seven have the four octets of the time, and three bits more. */
const timeCharacters = 7;

/** Finds the crafted form of a name in its stored form; undefined if it has none. */
export function craftedFormOf(name: string): CraftedForm | undefined {
  if (name.includes('${')) {
    const found = expression.exec(name);
    if (found !== null)
      return { kind: 'expression', label: name.slice(found.index, found.index + 64), givenAt: 0 };
  }
  if (name.length <= ticketLength) return undefined;
  const label = ticket.exec(name)?.[1];
  return label === undefined ? undefined : { kind: 'ticket', label, givenAt: timeOf(label) };
}

function timeOf(label: string): number {
  let value = 0;
  for (let at = 0; at < timeCharacters; at++) value = value * 32 + Number.parseInt(label[at]!, 32);
  return Math.floor(value / 8);
}
