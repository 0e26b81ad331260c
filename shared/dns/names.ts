/**
 * Domain names in the form that rows and the store keep: presentation form (RFC 1035 section 5.1) in lower case
 * (RFC 4343), without the trailing dot, `.` for the root; octets outside printable ASCII, the space, the backslash
 * and a dot within a label are escaped as `\DDD` (`\.` and `\\` for the latter two).
 */

const maxWireBytes = 255;
const maxLabelBytes = 63;

/**
 * Brings a name in presentation form to the stored form. Text outside ASCII is taken as UTF-8 octets, not converted by
 * IDNA: a name on the wire is octets. Undefined if the text is no name: an empty label, a label over 63 octets,
 * a name over 255 octets, a broken escape.
 */
export function storedName(text: string): string | undefined {
  if (text === '.') return '.';
  const octets = Buffer.from(text, 'utf8');
  if (octets.length === 0 || octets.length > 4 * maxWireBytes) return undefined;
  let result = '';
  let labelBytes = 0;
  let wireBytes = 1;
  for (let index = 0; index < octets.length; index++) {
    let octet = octets[index]!;
    if (octet === 0x2e) {
      if (labelBytes === 0) return undefined;
      wireBytes += labelBytes + 1;
      labelBytes = 0;
      result += '.';
      continue;
    }
    if (octet === 0x5c) {
      const escaped = readEscape(octets, index);
      if (escaped === undefined) return undefined;
      octet = escaped.octet;
      index = escaped.last;
    }
    if (++labelBytes > maxLabelBytes) return undefined;
    result += storedOctet(octet);
  }
  if (labelBytes > 0) wireBytes += labelBytes + 1;
  if (wireBytes > maxWireBytes) return undefined;
  return labelBytes === 0 ? result.slice(0, -1) : result;
}

/** Writes one octet of a label in the stored form. */
export function storedOctet(octet: number): string {
  if (octet === 0x2e) return '\\.';
  if (octet === 0x5c) return '\\\\';
  if (octet <= 0x20 || octet >= 0x7f) return `\\${String(octet).padStart(3, '0')}`;
  if (octet >= 0x41 && octet <= 0x5a) return String.fromCharCode(octet + 0x20);
  return String.fromCharCode(octet);
}

/** Lists the name itself and its ancestors up to the top-level domain, the longest first; none for the root. */
export function selfAndParents(name: string): string[] {
  if (name === '.') return [];
  const result = [name];
  for (let index = 0; index < name.length; index++) {
    if (name[index] === '\\') index += isDigit(name.charCodeAt(index + 1)) ? 3 : 1;
    else if (name[index] === '.') result.push(name.slice(index + 1));
  }
  return result;
}

function readEscape(octets: Buffer, at: number): { octet: number; last: number } | undefined {
  const next = octets[at + 1];
  if (next === undefined) return undefined;
  if (!isDigit(next)) return { octet: next, last: at + 1 };
  const digits = octets.toString('latin1', at + 1, at + 4);
  if (!/^[0-9]{3}$/.test(digits) || Number(digits) > 255) return undefined;
  return { octet: Number(digits), last: at + 3 };
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
