import { encodeBase32 } from '@sonde/shared/text/base32.ts';

export interface ContentHash {
  readonly protocol: 'ipfs' | 'ipns' | 'swarm' | 'onion3' | null;
  /** Null if the protocol is not known. */
  readonly uri: string | null;
  /** The hash as it is stored, in hexadecimal. */
  readonly raw: string;
}

/** Reads a content hash (ENSIP-7): the protocol as a multicodec varint, and the content that it names. */
export function readContentHash(bytes: Uint8Array): ContentHash {
  const raw = `0x${Buffer.from(bytes).toString('hex')}`;
  const [first, second] = bytes;
  const rest = bytes.subarray(2);
  if (second === 0x01 && first === 0xe3) return { protocol: 'ipfs', uri: uriOf('ipfs', rest), raw };
  if (second === 0x01 && first === 0xe5) return { protocol: 'ipns', uri: uriOf('ipns', rest), raw };
  if (second === 0x01 && first === 0xe4) {
    // Version 1, codec swarm-manifest (0xfa), keccak-256 (0x1b) of 32 octets.
    const isManifest = Buffer.from(rest.subarray(0, 5)).equals(Uint8Array.of(1, 0xfa, 1, 0x1b, 32));
    const isWhole = isManifest && rest.length === 37;
    const uri = isWhole ? `bzz://${Buffer.from(rest.subarray(5)).toString('hex')}` : null;
    return { protocol: 'swarm', uri, raw };
  }
  if (first === 0xbd && second === 0x03) {
    const address = Buffer.from(rest).toString('latin1');
    const uri = /^[a-z2-7]{56}$/.test(address) ? `onion3://${address}` : null;
    return { protocol: 'onion3', uri, raw };
  }
  return { protocol: null, uri: null, raw };
}

/** A CID in base32; one of version 0 (a bare multihash) is none that a content hash may hold. */
function uriOf(scheme: string, cid: Uint8Array): string | null {
  return cid[0] === 1 && cid.length > 4 ? `${scheme}://b${encodeBase32(cid)}` : null;
}
