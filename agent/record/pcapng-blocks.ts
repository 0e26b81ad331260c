/** The byte-order mark and the versions of a section's header (draft-ietf-opsawg-pcapng section 4.1); the length is not said. */
const sectionHeader = Buffer.from('0a0d0d0a1c0000004d3c2b1a01000000ffffffffffffffff1c000000', 'hex');
const enhancedPacket = 6;
const interfaceDescription = 1;
const nameOption = 2;
const mostNameBytes = 255;
const packetHeadBytes = 28;

/** Returns the block that begins a file, in little-endian order. */
export function sectionBlock(): Buffer {
  return sectionHeader;
}

/** Returns the block that describes an interface, whose packets have microseconds. */
export function interfaceBlock(name: string, linkType: number): Buffer {
  const text = Buffer.from(name).subarray(0, mostNameBytes);
  const option = text.length === 0 ? 0 : 4 + padded(text.length) + 4;
  const block = blockOf(interfaceDescription, 8 + option);
  block.writeUInt16LE(linkType, 8);
  if (option > 0) {
    block.writeUInt16LE(nameOption, 16);
    block.writeUInt16LE(text.length, 18);
    text.copy(block, 20);
  }
  return block;
}

/** Returns the octets of a packet's block. */
export function packetBlockBytes(captured: number): number {
  return packetHeadBytes + padded(captured) + 4;
}

/** Writes the block of a packet, `bytes[start, end)`, at `at`; `microseconds` since 1970. */
export function writePacketBlock(
  out: Buffer,
  at: number,
  input: number,
  bytes: Uint8Array,
  start: number,
  end: number,
  originalLength: number,
  microseconds: number,
): void {
  const length = packetBlockBytes(end - start);
  out.fill(0, at + length - 8, at + length);
  out.writeUInt32LE(enhancedPacket, at);
  out.writeUInt32LE(length, at + 4);
  out.writeUInt32LE(input, at + 8);
  const high = Math.floor(microseconds / 0x1_0000_0000);
  out.writeUInt32LE(high, at + 12);
  out.writeUInt32LE(microseconds - high * 0x1_0000_0000, at + 16);
  out.writeUInt32LE(end - start, at + 20);
  out.writeUInt32LE(originalLength >>> 0, at + 24);
  out.set(bytes.subarray(start, end), at + packetHeadBytes);
  out.writeUInt32LE(length, at + length - 4);
}

function blockOf(type: number, contentBytes: number): Buffer {
  const block = Buffer.alloc(12 + contentBytes);
  block.writeUInt32LE(type, 0);
  block.writeUInt32LE(block.length, 4);
  block.writeUInt32LE(block.length, block.length - 4);
  return block;
}

function padded(length: number): number {
  return (length + 3) & ~3;
}
