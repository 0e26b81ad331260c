import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync } from 'node:zlib';
import { zipArchive } from '../../../shared/files/zip-archive.ts';

interface Wheel {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Texts by their path. */
  readonly files: Readonly<Record<string, string>>;
}

/** Creates a wheel (PEP 427) of pure Python: an archive whose bytes depend on nothing but what is in it. */
export async function createWheel({ name, version, licence, files }: Wheel): Promise<Buffer> {
  const about = `${name}-${version}.dist-info`;
  const all: Record<string, string> = {
    ...files,
    [`${about}/METADATA`]: [
      'Metadata-Version: 2.1',
      `Name: ${name.replaceAll('_', '-')}`,
      `Version: ${version}`,
      'Summary: Client of the Sonde API',
      'License: MIT',
      'Requires-Python: >=3.9',
      '',
    ].join('\n'),
    [`${about}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: sonde\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    [`${about}/LICENSE`]: licence,
  };
  const record = Object.entries(all).map(([path, text]) => {
    const digest = createHash('sha256').update(text).digest('base64url');
    return `${path},sha256=${digest},${Buffer.byteLength(text)}\n`;
  });
  return await zip({ ...all, [`${about}/RECORD`]: `${record.join('')}${about}/RECORD,,\n` });
}

/** The first day that the format can name, so that two builds are the same. */
const firstDay = new Date(Date.UTC(1980, 0, 1));

/** Puts texts into an archive. */
async function zip(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const contents = Object.entries(files).map(([path, text]) => {
    const bytes = Buffer.from(text);
    const content = deflateRawSync(bytes);
    return { content, path, bytes: bytes.length, crc: crc32(bytes), deflated: content.length };
  });
  return await buffer(zipArchive(contents, async (index) => contents[index]!.content, firstDay));
}
