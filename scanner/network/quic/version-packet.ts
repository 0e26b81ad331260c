/** A version that is reserved to be known by nobody, so that a server lists those that it knows (RFC 9000 section 15). */
const reservedVersion = 0x1a2a3a4a;
/** A server need not answer what is smaller than a first datagram has to be (RFC 9000 section 14.1). */
const datagramBytes = 1_200;
const identifierBytes = 8;
const mostVersions = 64;

/** Encodes a first packet of a reserved version, which no server speaks. Identifiers have eight octets each. */
export function encodeProbe(destination: Uint8Array, source: Uint8Array): Buffer {
  const packet = Buffer.alloc(datagramBytes);
  // Long header (RFC 9000 section 17.2).
  packet[0] = 0xc0;
  packet.writeUInt32BE(reservedVersion, 1);
  packet[5] = identifierBytes;
  packet.set(destination, 6);
  packet[6 + identifierBytes] = identifierBytes;
  packet.set(source, 7 + identifierBytes);
  return packet;
}

/**
 * Reads the versions in a Version Negotiation packet (RFC 9000 section 17.2.1) that answers a probe with these
 * identifiers; undefined for all else.
 */
export function decodeVersions(
  packet: Buffer,
  destination: Uint8Array,
  source: Uint8Array,
): readonly number[] | undefined {
  const start = 7 + 2 * identifierBytes;
  const isLong = packet.length >= start + 4 && (packet[0]! & 0x80) !== 0 && packet.readUInt32BE(1) === 0;
  if (!isLong || packet[5] !== identifierBytes || packet[6 + identifierBytes] !== identifierBytes)
    return undefined;
  // The server answers with the two the other way round.
  const answersUs =
    packet.subarray(6, 6 + identifierBytes).equals(source) &&
    packet.subarray(7 + identifierBytes, start).equals(destination);
  if (!answersUs || (packet.length - start) % 4 !== 0) return undefined;
  const count = Math.min(mostVersions, (packet.length - start) / 4);
  return Array.from({ length: count }, (_, index) => packet.readUInt32BE(start + 4 * index));
}
