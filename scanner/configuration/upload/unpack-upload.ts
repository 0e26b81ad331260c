import { gunzipSync } from 'node:zlib';
import { ConfigurationError } from '../configuration-error.ts';
import { largestFile, largestRatio, largestUpload, longestName, mostFiles, ratioFrom } from './bounds.ts';
import { isTar, type Member, readTar } from './tar.ts';
import { isZip, readZip } from './zip.ts';

/** A sent file is one as it came: a configuration, or an archive of some. */
export interface SentFile {
  /** With its folders, if it has any. */
  readonly name: string;
  readonly content: Uint8Array;
}

/** A text file is a file of a configuration. */
export interface TextFile {
  readonly name: string;
  readonly text: string;
}

const refused = (message: string) => new ConfigurationError('file', message);

/**
 * Unpacks the texts of an upload, archives (tar, tar.gz, zip) unpacked in memory. Files of archives that are no text (keys, journals) are left
 * out. Throws ConfigurationError.
 */
export function unpackUpload(files: readonly SentFile[]): TextFile[] {
  const texts = new Map<string, TextFile>();
  let octets = 0;
  for (const sent of files) {
    const members = membersOf(sent);
    for (const { name, content } of members ?? [{ name: sent.name, content: bytesOf(sent) }]) {
      octets += content.length;
      if (octets > largestUpload)
        throw refused(`The files have more than ${largestUpload / 1024 / 1024} MiB.`);
      const text = textOf(content);
      if (text === undefined) {
        if (members === undefined) throw refused('The file is no text.');
        continue;
      }
      if (content.length > largestFile)
        throw refused(`A file has more than ${largestFile / 1024 / 1024} MiB.`);
      const path = members === undefined ? name : insideName(name);
      if (texts.has(path)) throw refused('Two files have the same name.');
      texts.set(path, { name: path, text });
      if (texts.size > mostFiles) throw refused(`There are more than ${mostFiles} files.`);
    }
  }
  if (texts.size === 0) throw refused('The upload holds no text.');
  return [...texts.values()];
}

const bytesOf = ({ content }: SentFile) =>
  Buffer.from(content.buffer, content.byteOffset, content.byteLength);

/** The files of an archive; undefined for what is none. */
function membersOf(sent: SentFile): Member[] | undefined {
  const bytes = bytesOf(sent);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isPacked && !isTar(bytes) && !isZip(bytes)) return undefined;
  const inner = isPacked ? gunzip(bytes) : bytes;
  const members = isZip(inner) ? readZip(inner) : isTar(inner) ? readTar(inner) : undefined;
  const unpacked = (members ?? [{ content: inner }]).reduce((sum, { content }) => sum + content.length, 0);
  if (unpacked > ratioFrom && unpacked > bytes.length * largestRatio)
    throw refused(`The archive becomes more than ${largestRatio} times as long.`);
  return members ?? [{ name: sent.name.replace(/\.gz$/i, ''), content: inner }];
}

function gunzip(bytes: Buffer): Buffer {
  try {
    // Headers and padding of an archive come on top of its files.
    return gunzipSync(bytes, { maxOutputLength: largestUpload + mostFiles * 2_048 });
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw refused(isLarge ? 'The archive becomes too large.' : 'The archive is damaged.');
  }
}

/** A name that stays within the archive, without what says nothing. */
function insideName(name: string): string {
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (name.length > longestName) throw refused('A name in the archive is too long.');
  if (parts.length === 0 || parts.includes('..') || /\p{Cc}/u.test(name))
    throw refused('A name in the archive leads out of it.');
  return parts.join('/');
}

/** Octets that are not UTF-8 are shown as such; in comments they harm nobody. */
function textOf(content: Buffer): string | undefined {
  return content.includes(0) ? undefined : new TextDecoder('utf-8').decode(content);
}
