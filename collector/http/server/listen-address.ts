/** A listen address is a TCP port of a host, or a Unix socket. */
export type ListenAddress =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number; readonly secure?: boolean }
  | { readonly kind: 'unix'; readonly path: string };

/** Reads `HOST:PORT`, `[::1]:8080`, `:8080` (all addresses), `8080` (loopback) and `unix:/path`. Throws a RangeError. */
export function parseListenAddress(text: string): ListenAddress {
  if (text.startsWith('unix:')) {
    const path = text.slice('unix:'.length);
    if (!path.startsWith('/') || path.includes('\0'))
      throw new RangeError('unix: must be followed by an absolute path');
    // The kernel's sockaddr_un has room for 107 bytes and a final zero.
    if (Buffer.byteLength(path) > 107)
      throw new RangeError('the path of a Unix socket may have at most 107 bytes');
    return { kind: 'unix', path };
  }
  const parts = /^(?:(?:\[([0-9a-fA-F:.]+)\]|([^:[\]\s]*)):)?(\d{1,5})$/.exec(text);
  const port = Number(parts?.[3]);
  if (parts === null || port > 65_535) {
    throw new RangeError('must be HOST:PORT, [IPV6]:PORT or unix:/PATH');
  }
  const host = parts[1] ?? parts[2] ?? '127.0.0.1';
  return { kind: 'tcp', host: host === '' ? '::' : host, port };
}

/** Writes the address as a URL that a client can use, if it can be one. */
export function addressUrl(address: ListenAddress): string {
  if (address.kind === 'unix') return `unix:${address.path}`;
  const scheme = address.secure === true ? 'https' : 'http';
  return `${scheme}://${address.host.includes(':') ? `[${address.host}]` : address.host}:${address.port}`;
}
