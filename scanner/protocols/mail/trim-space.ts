/**
 * Trims the spaces and tabs at both ends (WSP of RFC 5234). Characters are octets here, and a no-break space is none of
 * theirs. Takes time that goes with the length.
 */
export function trimSpace(text: string): string {
  return trim(text, ' \t');
}

/** Trims spaces, tabs and line ends: the folding white space of tag lists (RFC 6376 section 2.8). */
export function trimFoldedSpace(text: string): string {
  return trim(text, ' \t\r\n');
}

function trim(text: string, space: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && space.includes(text[start]!)) start++;
  while (end > start && space.includes(text[end - 1]!)) end--;
  return text.slice(start, end);
}
