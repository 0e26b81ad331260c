import { ConfigurationError } from '../configuration-error.ts';
import { largestUpload, mostFiles } from './bounds.ts';

/** A member is a file of an archive. */
export interface Member {
  readonly name: string;
  readonly content: Buffer;
}

const block = 512;
/** Octets of a header that follows for a long name (POSIX pax, and GNU). */
const longestExtension = 64 * 1024;

const refused = (message: string) => new ConfigurationError('file', message);

/** Tells whether octets begin with a header of a tar archive: its sum is right (POSIX.1-2024, pax). */
export function isTar(bytes: Buffer): boolean {
  return bytes.length >= block && checksumFits(bytes.subarray(0, block));
}

/** Reads the regular files of a tar archive. Throws ConfigurationError for links, devices, and what is cut short. */
export function readTar(bytes: Buffer): Member[] {
  const members: Member[] = [];
  let longName: string | undefined;
  let at = 0;
  for (let headers = 0; at + block <= bytes.length; headers++) {
    const header = bytes.subarray(at, at + block);
    if (header.every((octet) => octet === 0)) return members;
    if (!checksumFits(header)) throw refused('A header of the archive is damaged.');
    if (headers > 4 * mostFiles) throw refused(`The archive has more than ${mostFiles} files.`);
    const size = sizeOf(header);
    const content = bytes.subarray(at + block, at + block + size);
    if (content.length < size) throw refused('The archive is cut short.');
    at += block + Math.ceil(size / block) * block;
    const kind = String.fromCharCode(header[156]!);
    if ((kind === 'x' || kind === 'L') && size > longestExtension)
      throw refused('A name in the archive is too long.');
    if (kind === 'x') longName = paxPath(content) ?? longName;
    else if (kind === 'L') longName = textOf(content);
    else if (kind === '0' || kind === '\0' || kind === '7') {
      members.push({ name: longName ?? nameOf(header), content });
      longName = undefined;
      if (members.length > mostFiles) throw refused(`The archive has more than ${mostFiles} files.`);
    } else if (kind === '5' || kind === 'g') longName = undefined;
    else throw refused('The archive holds a link or a device: pack the files that it stands for.');
  }
  return members;
}

function checksumFits(header: Buffer): boolean {
  let sum = 0;
  for (const [index, octet] of header.entries()) sum += index >= 148 && index < 156 ? 32 : octet;
  const told = /^\s*([0-7]{1,7})/.exec(header.toString('latin1', 148, 156))?.[1];
  return told !== undefined && Number.parseInt(told, 8) === sum;
}

function sizeOf(header: Buffer): number {
  const told = /^\s*([0-7]{1,12})/.exec(header.toString('latin1', 124, 136))?.[1];
  // Sizes that do not fit their digits are written in binary; none of them is taken here.
  const size = told === undefined ? Number.NaN : Number.parseInt(told, 8);
  if (!(size <= largestUpload)) throw refused('A file of the archive is too large.');
  return size;
}

function nameOf(header: Buffer): string {
  const isUstar = header.toString('latin1', 257, 262) === 'ustar';
  const prefix = isUstar ? textOf(header.subarray(345, 500)) : '';
  const name = textOf(header.subarray(0, 100));
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** Records of `LENGTH key=value` and a line feed. */
function paxPath(content: Buffer): string | undefined {
  let path: string | undefined;
  for (let at = 0; at < content.length; ) {
    const length = Number(/^\d{1,6}(?= )/.exec(content.toString('latin1', at, at + 8))?.[0] ?? 0);
    if (length < 5) break;
    const record = content.toString('utf8', at, at + length - 1);
    path = /^\d+ path=([\s\S]*)$/.exec(record)?.[1] ?? path;
    at += length;
  }
  return path;
}

function textOf(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end === -1 ? bytes.length : end);
}
