/**
 * Joins the character-strings of TXT RDATA (RFC 1035 section 3.3.14), a character for each octet; a string that runs
 * over the end is cut.
 */
export function textOfRecord(data: Uint8Array): string {
  return textStrings(data)
    .map((one) => Buffer.from(one).toString('latin1'))
    .join('');
}

export function textStrings(data: Uint8Array): Uint8Array[] {
  const strings: Uint8Array[] = [];
  for (let at = 0; at < data.length; at += 1 + data[at]!)
    strings.push(data.subarray(at + 1, at + 1 + data[at]!));
  return strings;
}
