import { crc32, inflateRawSync } from 'node:zlib';
import { ConfigurationError } from '../configuration-error.ts';
import { largestUpload, mostFiles } from './bounds.ts';
import type { Member } from './tar.ts';

/** Signatures of the parts of an archive (PKWARE APPNOTE, section 4.3). */
const local = 0x0403_4b50;
const central = 0x0201_4b50;
const end = 0x0605_4b50;
const endBytes = 22;
const longestComment = 65_535;
const symbolicLink = 0o120000;

const refused = (message: string) => new ConfigurationError('file', message);

export function isZip(bytes: Buffer): boolean {
  return bytes.length >= endBytes && [local, end].includes(bytes.readUInt32LE(0));
}

/** Reads the files of a zip archive by its directory. Throws ConfigurationError for links, ciphers, and what is damaged. */
export function readZip(bytes: Buffer): Member[] {
  const directory = findEnd(bytes);
  const count = bytes.readUInt16LE(directory + 10);
  if (count > mostFiles) throw refused(`The archive has more than ${mostFiles} files.`);
  const members: Member[] = [];
  let at = bytes.readUInt32LE(directory + 16);
  let left = largestUpload;
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== central)
      throw refused('The directory of the archive is damaged.');
    const nameBytes = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameBytes).replaceAll('\\', '/');
    if (((bytes.readUInt32LE(at + 38) >>> 16) & 0o170000) === symbolicLink)
      throw refused('The archive holds a link or a device: pack the files that it stands for.');
    if ((bytes.readUInt16LE(at + 8) & 1) !== 0) throw refused('A file of the archive is enciphered.');
    if (!name.endsWith('/')) {
      const content = unpack(bytes, at, left);
      left -= content.length;
      members.push({ name, content });
    }
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return members;
}

/** The record at the end is sought from behind, since a comment may follow it. */
function findEnd(bytes: Buffer): number {
  for (let at = bytes.length - endBytes; at >= 0 && at >= bytes.length - endBytes - longestComment; at--) {
    if (bytes.readUInt32LE(at) === end && at + endBytes + bytes.readUInt16LE(at + 20) === bytes.length)
      return at;
  }
  throw refused('The archive is cut short.');
}

function unpack(bytes: Buffer, entry: number, most: number): Buffer {
  const method = bytes.readUInt16LE(entry + 10);
  const packed = bytes.readUInt32LE(entry + 20);
  const at = bytes.readUInt32LE(entry + 42);
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== local)
    throw refused('A file of the archive is damaged.');
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  const stored = bytes.subarray(start, start + packed);
  if (stored.length < packed) throw refused('The archive is cut short.');
  const content = method === 0 ? stored : method === 8 ? inflate(stored, most) : undefined;
  if (content === undefined) throw refused('A file of the archive is packed in an unknown way.');
  if (content.length > most) throw refused('The archive becomes too large.');
  if (crc32(content) !== bytes.readUInt32LE(entry + 16)) throw refused('A file of the archive is damaged.');
  return content;
}

function inflate(stored: Buffer, most: number): Buffer {
  try {
    return inflateRawSync(stored, { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw refused(isLarge ? 'The archive becomes too large.' : 'A file of the archive is damaged.');
  }
}
