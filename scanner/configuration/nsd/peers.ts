import { type AddressRange, readAddress, readRange } from '../model/reach.ts';

/** Reads the addresses of `192.0.2.0/24`, `192.0.2.1-192.0.2.9` or `192.0.2.0&255.255.255.0`, with a port or none. */
export function peerRange(text: string): AddressRange | undefined {
  const at = text.indexOf('@');
  const bare = at === -1 ? text : text.slice(0, at);
  // Behind the first digits of a port, or of a length, the server looks at nothing.
  const port = at === -1 ? undefined : text.slice(at + 1);
  if (port !== undefined && (port.includes('@') || !/^[+-]?0*[1-9]/.test(port))) return undefined;
  const [first, last, ...others] = bare.split('-').map((part) => readAddress(part));
  if (bare.includes('-')) {
    if (first === undefined || last === undefined || others.length > 0 || first.family !== last.family)
      return undefined;
    return { family: first.family, first: first.value, last: last.value };
  }
  const [address = '', mask] = bare.split('&');
  if (mask === undefined)
    return readAddress(bare.replace(/\/.*$/, '')) === undefined
      ? undefined
      : readRange(bare.replace(/(\/\d+)\D.*$/, '$1'));
  const [one, other] = [readAddress(address), readAddress(mask)];
  if (one === undefined || other === undefined) return undefined;
  const most = one.family === 4 ? 0xffffffffn : (1n << 128n) - 1n;
  const start = one.value & other.value;
  return { family: one.family, first: start, last: start | (most ^ other.value) };
}

export const isPeer = (text: string) => peerRange(text) !== undefined;
