import { tarBlock as block, paxRecords, tarPath, tarSum, tarText } from '@sonde/shared/files/tar-header.ts';
import { ConfigurationError } from '../configuration-error.ts';
import { largestUpload, mostFiles } from './bounds.ts';

/** A member is a file of an archive. */
export interface Member {
  readonly name: string;
  readonly content: Buffer;
}

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
    if (kind === 'x') {
      const records = paxRecords(content);
      if (records === undefined) throw refused('A name in the archive is damaged.');
      longName = records.get('path') ?? longName;
    } else if (kind === 'L') longName = tarText(content);
    else if (kind === '0' || kind === '\0' || kind === '7') {
      members.push({ name: longName ?? tarPath(header), content });
      longName = undefined;
      if (members.length > mostFiles) throw refused(`The archive has more than ${mostFiles} files.`);
    } else if (kind === '5' || kind === 'g') longName = undefined;
    else throw refused('The archive holds a link or a device: pack the files that it stands for.');
  }
  return members;
}

function checksumFits(header: Buffer): boolean {
  const told = /^\s*([0-7]{1,7})/.exec(header.toString('latin1', 148, 156))?.[1];
  return told !== undefined && Number.parseInt(told, 8) === tarSum(header);
}

function sizeOf(header: Buffer): number {
  const told = /^\s*([0-7]{1,12})/.exec(header.toString('latin1', 124, 136))?.[1];
  // Sizes that do not fit their digits are written in binary; none of them is taken here.
  const size = told === undefined ? Number.NaN : Number.parseInt(told, 8);
  if (!(size <= largestUpload)) throw refused('A file of the archive is too large.');
  return size;
}
