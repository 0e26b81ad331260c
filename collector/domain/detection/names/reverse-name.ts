const reverseName = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.in-addr\.arpa$/;

/** Reads the four numbers of a name below in-addr.arpa (RFC 1035 section 3.5), in the address's order and as they are written; they may be too great for an address. */
export function readReverseName(name: string): readonly [string, string, string, string] | undefined {
  const found = reverseName.exec(name);
  return found === null ? undefined : [found[4]!, found[3]!, found[2]!, found[1]!];
}

/** Reads the 32 hexadecimal digits of a name below ip6.arpa (RFC 3596 section 2.5), in the address's order; undefined for parts of one. */
export function readReverseNibbles(name: string): string | undefined {
  if (!/^(?:[0-9a-f]\.){32}ip6\.arpa$/.test(name)) return undefined;
  return name.slice(0, 64).replaceAll('.', '').split('').reverse().join('');
}
