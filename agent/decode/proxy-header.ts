const signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
const textBegin = Buffer.from('PROXY ', 'latin1');
const maxTextBytes = 107;

/**
 * Bytes of the header that load balancers put before the first message of a connection, or before each datagram, so that
 * the server learns the client's address: the PROXY protocol, version 2 and, over TCP, the lines of version 1
 * (https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt section 2). 0 if there is none, or not all of it.
 */
export function proxyHeaderBytes(bytes: Uint8Array, start: number, end: number): number {
  if (begins(bytes, start, end, signature)) {
    if (end - start < 16) return 0;
    const length = 16 + ((bytes[start + 14]! << 8) | bytes[start + 15]!);
    return length <= end - start ? length : 0;
  }
  if (!begins(bytes, start, end, textBegin)) return 0;
  const last = Math.min(end, start + maxTextBytes);
  for (let at = start + textBegin.length; at < last; at++) {
    if (bytes[at] === 0x0a && bytes[at - 1] === 0x0d) return at + 1 - start;
  }
  return 0;
}

function begins(bytes: Uint8Array, start: number, end: number, what: Uint8Array): boolean {
  if (end - start < what.length) return false;
  for (let index = 0; index < what.length; index++) if (bytes[start + index] !== what[index]) return false;
  return true;
}
