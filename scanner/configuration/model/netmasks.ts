import { contains, isLoopback, isPublic, type Reach, reachOf, readAddress, readRange } from './reach.ts';

/** Measures how much of the Internet netmasks let in; the most specific decides, and `!` before one keeps out. */
export function reachOfNetmasks(texts: readonly string[]): Reach {
  const known = texts.flatMap((text) => {
    const range = readRange(text.replace(/^!/, ''));
    return range === undefined ? [] : [{ negated: text.startsWith('!'), range }];
  });
  return reachOf(
    known.map(({ range }) => range),
    (address) => {
      const best = known
        .filter(({ range }) => contains(range, address))
        .toSorted((one, other) =>
          one.range.last - one.range.first < other.range.last - other.range.first ? -1 : 1,
        )[0];
      return best !== undefined && !best.negated;
    },
  );
}

/** Takes the port off an address with one: `192.0.2.1:53`, `[::1]:53`, `:53`; the rest may be empty. */
export function withoutPort(text: string): string {
  const [, bracketed, bare] = /^(?:\[([^\]]*)\](?::\d+)?|([^:]*)(?::\d+)?)$/.exec(text.trim()) ?? [];
  return bracketed ?? bare ?? text.trim();
}

/** Tells how far an address that a server listens on can be reached: within the machine, within own networks, or from anywhere. */
export function listensTo(text: string): 'machine' | 'networks' | 'anywhere' {
  const address = withoutPort(text);
  if (address === 'localhost') return 'machine';
  const range = readRange(address);
  if (range === undefined) return 'anywhere';
  if (isLoopback(range)) return 'machine';
  const isAny = range.first === 0n;
  return isAny || isPublic({ family: range.family, value: range.first }) ? 'anywhere' : 'networks';
}

/** Tells whether a text is an address of the public Internet, with a port or without. */
export function isPublicAddress(text: string): boolean {
  const address = readAddress(withoutPort(text));
  return address !== undefined && isPublic(address);
}
