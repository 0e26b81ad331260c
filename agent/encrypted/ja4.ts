import { createHash } from 'node:crypto';

/** The transport of a hello is TLS over TCP, or QUIC. */
export type HelloTransport = 't' | 'q';

/** The input of a fingerprint has what the hello has, in its order. */
export interface Ja4Input {
  readonly transport: HelloTransport;
  readonly legacyVersion: number;
  /** Of the extension; empty if there is none. */
  readonly versions: readonly number[];
  readonly ciphers: readonly number[];
  readonly extensions: readonly number[];
  readonly signatures: readonly number[];
  readonly firstProtocol: Uint8Array | undefined;
  readonly namesServer: boolean;
}

const versionNames: Readonly<Record<number, string>> = {
  772: '13',
  771: '12',
  770: '11',
  769: '10',
  768: 's3',
  2: 's2',
};
const serverName = 0;
const alpn = 16;
const nothing = '000000000000';

/**
 * Computes JA4, the fingerprint of a TLS client (the part of FoxIO's specification under the BSD 3-Clause licence;
 * JA4S and its other relatives are under another one and are not made here).
 */
export function ja4Of(hello: Ja4Input): string {
  const { transport, namesServer } = hello;
  const ciphers = hello.ciphers.filter(isMeant);
  const extensions = hello.extensions.filter(isMeant);
  const signatures = hello.signatures.filter(isMeant).map(hex);
  const versions = hello.versions.filter(isMeant);
  const version = versionNames[versions.length > 0 ? Math.max(...versions) : hello.legacyVersion] ?? '00';
  const server = namesServer ? 'd' : 'i';
  const head = `${transport}${version}${server}${count(ciphers)}${count(extensions)}${ends(hello.firstProtocol)}`;
  const told = sorted(extensions.filter((type) => type !== serverName && type !== alpn));
  const tail = signatures.length === 0 ? told : `${told}_${signatures.join(',')}`;
  const cipherHash = ciphers.length === 0 ? nothing : digest(sorted(ciphers));
  return `${head}_${cipherHash}_${extensions.length === 0 ? nothing : digest(tail)}`;
}

/** Values of the form 0xXaXa are drawn at random, so that servers put up with what is unknown to them (RFC 8701). */
function isMeant(value: number): boolean {
  return (value & 0x0f0f) !== 0x0a0a || value >> 8 !== (value & 0xff);
}

function count(values: readonly number[]): string {
  return String(Math.min(values.length, 99)).padStart(2, '0');
}

/** The first and the last character; if one of them is no letter or digit, those of the octets in hexadecimal. */
function ends(protocol: Uint8Array | undefined): string {
  if (protocol === undefined || protocol.length === 0) return '00';
  const both = String.fromCharCode(protocol[0]!, protocol.at(-1)!);
  if (/^[0-9A-Za-z]{2}$/.test(both)) return both;
  return `${(protocol[0]! >> 4).toString(16)}${(protocol.at(-1)! & 0x0f).toString(16)}`;
}

function sorted(values: readonly number[]): string {
  return Array.from(Uint16Array.from(values).sort(), hex).join(',');
}

function hex(value: number): string {
  return value.toString(16).padStart(4, '0');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
