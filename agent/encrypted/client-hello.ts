import { type HelloTransport, ja4Of } from './ja4.ts';

/** A client hello says who a client of TLS looks for, and what it can do (RFC 8446 section 4.1.2). */
export interface ClientHello {
  /** In lower case; empty if the client names no server. */
  readonly serverName: string;
  readonly alpn: readonly string[];
  /** Whether it has the extension of Encrypted ClientHello, be it real or a stand-in; the name may then be that of a front. */
  readonly hasEch: boolean;
  readonly ja4: string;
}

/** The hello bound is the largest number of octets of a hello; those of clients with post-quantum key shares have some 2,000. */
export const maxHelloBytes = 16 * 1024;
const mostProtocols = 16;
const extensionTypes = {
  serverName: 0,
  signatureAlgorithms: 13,
  alpn: 16,
  supportedVersions: 43,
  ech: 0xfe0d,
} as const;

/** Reads the body of a ClientHello, without the four octets of its handshake header. Undefined if it breaks the rules. */
export function readClientHello(body: Uint8Array, transport: HelloTransport): ClientHello | undefined {
  const reader = new Fields(body, 0, body.length);
  const legacyVersion = reader.uint16();
  reader.skip(32);
  reader.part(1);
  const ciphers = reader.part(2).numbers();
  reader.part(1);
  const extensions: number[] = [];
  let versions: readonly number[] = [];
  let signatures: readonly number[] = [];
  let protocols: readonly Uint8Array[] = [];
  let serverName: string | undefined;
  // Hellos without extensions end here.
  const all = reader.left > 0 ? reader.part(2) : new Fields(body, 0, 0);
  while (all.left > 0 && !all.isBroken) {
    const type = all.uint16();
    const data = all.part(2);
    extensions.push(type);
    if (type === extensionTypes.serverName) serverName ??= nameIn(data);
    else if (type === extensionTypes.signatureAlgorithms) signatures = data.part(2).numbers();
    else if (type === extensionTypes.alpn) protocols = data.part(2).parts();
    else if (type === extensionTypes.supportedVersions) versions = data.part(1).numbers();
    if (data.isBroken) return undefined;
  }
  if (reader.isBroken || all.isBroken || ciphers.length === 0) return undefined;
  return {
    serverName: serverName ?? '',
    alpn: protocols.slice(0, mostProtocols).map(protocolText),
    hasEch: extensions.includes(extensionTypes.ech),
    ja4: ja4Of({
      transport,
      legacyVersion,
      versions,
      ciphers,
      extensions,
      signatures,
      firstProtocol: protocols[0],
      namesServer: extensions.includes(extensionTypes.serverName),
    }),
  };
}

/** The host name of the extension (RFC 6066 section 3); octets that no host name has as `\DDD`. */
function nameIn(data: Fields): string {
  const list = data.part(2);
  while (list.left > 0 && !list.isBroken) {
    const kind = list.uint8();
    const name = list.part(2);
    if (kind !== 0) continue;
    let text = '';
    for (const octet of name.bytes().subarray(0, 255)) {
      const character = String.fromCharCode(octet).toLowerCase();
      text += /[a-z0-9._-]/.test(character) ? character : `\\${String(octet).padStart(3, '0')}`;
    }
    return text.replace(/\.$/, '');
  }
  return '';
}

/** A protocol's name as text if it is printable, else in hexadecimal behind `0x`. */
function protocolText(octets: Uint8Array): string {
  const text = Buffer.from(octets).toString('latin1');
  return /^[\x21-\x7e]{1,64}$/.test(text) ? text : `0x${Buffer.from(octets.subarray(0, 32)).toString('hex')}`;
}

/** Reads fields one behind the other. What runs over its end is nothing, and marks the fields broken, as it does those around it. */
class Fields {
  isBroken = false;
  readonly #bytes: Uint8Array;
  readonly #end: number;
  readonly #outer: Fields | undefined;
  #at: number;

  constructor(bytes: Uint8Array, start: number, end: number, outer?: Fields) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
    this.#outer = outer;
  }

  get left(): number {
    return this.#end - this.#at;
  }

  uint8(): number {
    return this.#take(1) ? this.#bytes[this.#at - 1]! : 0;
  }

  uint16(): number {
    return this.#take(2) ? (this.#bytes[this.#at - 2]! << 8) | this.#bytes[this.#at - 1]! : 0;
  }

  skip(count: number): void {
    this.#take(count);
  }

  /** The part whose length stands before it in so many octets. */
  part(lengthBytes: 1 | 2): Fields {
    const length = lengthBytes === 1 ? this.uint8() : this.uint16();
    const start = this.#at;
    return this.#take(length)
      ? new Fields(this.#bytes, start, start + length, this)
      : new Fields(this.#bytes, start, start, this);
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(this.#at, this.#end);
  }

  /** All that is left as numbers of two octets. */
  numbers(): number[] {
    const numbers: number[] = [];
    while (this.left > 0 && !this.isBroken) numbers.push(this.uint16());
    return numbers;
  }

  /** All that is left as parts with a length of one octet. */
  parts(): Uint8Array[] {
    const parts: Uint8Array[] = [];
    while (this.left > 0 && !this.isBroken) parts.push(this.part(1).bytes());
    return parts;
  }

  #take(count: number): boolean {
    if (count > this.left) {
      for (let each: Fields | undefined = this; each !== undefined; each = each.#outer) each.isBroken = true;
      return false;
    }
    this.#at += count;
    return true;
  }
}
