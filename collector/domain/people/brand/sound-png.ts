const mostBytes = 262_144;
const mostPixels = 2_048;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Tells whether bytes are a PNG picture of a size that a page can bear; looks at its head alone. */
export function isSoundPng(bytes: Buffer): boolean {
  if (bytes.length < 57 || bytes.length > mostBytes || !bytes.subarray(0, 8).equals(signature)) return false;
  if (bytes.readUInt32BE(8) !== 13 || bytes.toString('latin1', 12, 16) !== 'IHDR') return false;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return width > 0 && height > 0 && width <= mostPixels && height <= mostPixels;
}
