import { maxHelloBytes } from './client-hello.ts';

const handshakeRecord = 22;
const clientHello = 1;
const maxRecordBytes = 16_384;
/** Records that a hello may span; clients use one, or two to try what servers put up with. */
const mostRecords = 8;

/** A found hello is the hello itself, or says that some of it is lacking, or why there is none. */
export type HelloFound =
  | { readonly body: Uint8Array }
  | 'incomplete'
  /** They begin as no TLS does. */
  | 'foreign'
  | 'malformed';

/**
 * Finds the ClientHello in the records of TLS (RFC 8446 section 5.1), of which it may span several. Its body is returned
 * without the handshake header.
 */
export function helloInRecords(bytes: Uint8Array): HelloFound {
  const pieces: Uint8Array[] = [];
  let gathered = 0;
  for (let at = 0; ; ) {
    const left = bytes.length - at;
    if (left > 0 && bytes[at] !== handshakeRecord) return at === 0 ? 'foreign' : 'malformed';
    if (left > 1 && bytes[at + 1] !== 3) return at === 0 ? 'foreign' : 'malformed';
    if (left < 5) return 'incomplete';
    const length = (bytes[at + 3]! << 8) | bytes[at + 4]!;
    if (length === 0 || length > maxRecordBytes) return at === 0 ? 'foreign' : 'malformed';
    const piece = bytes.subarray(at + 5, Math.min(at + 5 + length, bytes.length));
    if (pieces.length >= mostRecords) return 'malformed';
    pieces.push(piece);
    gathered += piece.length;
    const found = helloInMessages(pieces.length === 1 ? piece : undefined, pieces, gathered);
    if (found !== 'incomplete') return found;
    if (piece.length < length) return 'incomplete';
    at += 5 + length;
  }
}

/** Finds the ClientHello in the octets of the handshake alone, as the CRYPTO frames of QUIC carry them. */
export function helloInHandshake(bytes: Uint8Array): HelloFound {
  return helloInMessages(bytes, [bytes], bytes.length);
}

function helloInMessages(
  whole: Uint8Array | undefined,
  pieces: readonly Uint8Array[],
  gathered: number,
): HelloFound {
  if (gathered === 0) return 'incomplete';
  const first = pieces.find((piece) => piece.length > 0)!;
  if (first[0] !== clientHello) return 'malformed';
  if (gathered < 4) return 'incomplete';
  const head = headOf(pieces);
  const length = (head[1]! << 16) | (head[2]! << 8) | head[3]!;
  if (length > maxHelloBytes) return 'malformed';
  if (gathered < 4 + length) return 'incomplete';
  const all = whole ?? Buffer.concat(pieces, gathered);
  return { body: all.subarray(4, 4 + length) };
}

/** The first four octets, which may be spread over as many records. */
function headOf(pieces: readonly Uint8Array[]): number[] {
  const head: number[] = [];
  for (const piece of pieces) {
    for (const octet of piece.subarray(0, 4 - head.length)) head.push(octet);
    if (head.length === 4) return head;
  }
  return head;
}
