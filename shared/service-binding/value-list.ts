const comma = 0x2c;
const backslash = 0x5c;

/**
 * Cuts a list at its commas, where a comma or a backslash within an item stands behind a backslash (RFC 9460 appendix A.1).
 * Undefined if a backslash stands before anything else.
 */
export function valueList(octets: Uint8Array): Buffer[] | undefined {
  const items: number[][] = [[]];
  for (let at = 0; at < octets.length; at++) {
    let octet = octets[at]!;
    if (octet === comma) {
      items.push([]);
      continue;
    }
    if (octet === backslash) {
      octet = octets[++at] ?? -1;
      if (octet !== comma && octet !== backslash) return undefined;
    }
    items.at(-1)!.push(octet);
  }
  return items.map((item) => Buffer.from(item));
}
