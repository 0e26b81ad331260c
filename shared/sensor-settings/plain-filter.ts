import { isIP } from 'node:net';
import { network, readBy } from '../settings/setting-types.ts';

const longest = 1_024;
const mostTokens = 128;

const words = new Set(
  `( ) ! && || and or not src dst host net port portrange ip ip6 tcp udp less greater`.split(' '),
);

/**
 * The plain filter type reads the part of pcap-filter(7) that a filter from afar may have: addresses, networks, ports, IP, UDP and
 * TCP. Names are left out, for which libpcap would ask files and name servers; so are offsets and `vlan`, which change the meaning of
 * what follows. Parentheses are balanced, so that it stays the narrowing that it is put in as.
 */
export const plainFilter = readBy(
  'a filter such as `host 192.0.2.53 and not port 5353`: addresses, networks, ports, `ip`, `ip6`, `tcp` and `udp` with `and`, `or`, `not`',
  (value) => (isPlain(value) ? value : undefined),
);

function isPlain(text: string): boolean {
  if (text.length > longest) return false;
  const tokens = text
    .replaceAll(/[()]|!(?!=)/g, ' $& ')
    .split(/[ \t]+/)
    .filter((token) => token !== '');
  if (tokens.length === 0 || tokens.length > mostTokens) return false;
  let open = 0;
  for (const token of tokens) {
    if (token === '(') open++;
    if (token === ')' && --open < 0) return false;
    if (!words.has(token) && !isValue(token)) return false;
  }
  return open === 0;
}

function isValue(token: string): boolean {
  if (/^\d{1,5}(-\d{1,5})?$/.test(token)) return token.split('-').every((number) => Number(number) <= 65_535);
  if (isIP(token) !== 0) return !token.includes('%');
  return token.includes('/') && isNetwork(token);
}

function isNetwork(token: string): boolean {
  try {
    return network.parse(token) === token;
  } catch {
    return false;
  }
}
