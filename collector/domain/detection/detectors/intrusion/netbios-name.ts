const encodedLength = 32;
/** Characters of a name; the sixteenth octet tells the service of the host. */
const characters = 15;
const space = 0x20;

/**
 * Reads a name of NetBIOS from its first-level encoding (RFC 1001 section 14.1), two letters from `a` to `p` an octet, in
 * lower case without what it is filled up with; undefined if it is none.
 */
export function netbiosName(name: string): string | undefined {
  const label = name.split('.', 1)[0]!;
  if (label.length !== encodedLength || !/^[a-p]+$/.test(label)) return undefined;
  let text = '';
  for (let at = 0; at < characters * 2; at += 2) {
    const octet = ((label.charCodeAt(at) - 97) << 4) | (label.charCodeAt(at + 1) - 97);
    if (octet !== 0) text += String.fromCharCode(octet < space || octet > 0x7e ? 0x3f : octet);
  }
  const read = text.trimEnd().toLowerCase();
  return read === '' ? undefined : read;
}
