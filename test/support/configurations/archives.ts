import { crc32, deflateRawSync, gzipSync } from 'node:zlib';

export interface Entry {
  readonly name: string;
  readonly content?: string | Buffer;
  /** Of a tar archive: `0` a file, `2` a symbolic link, `5` a folder ... */
  readonly kind?: string;
  /** Of a zip archive: the mode of a file of Unix. */
  readonly mode?: number;
}

/** Makes a tar archive with a header for each entry, its sum right. */
export function tarOf(entries: readonly Entry[]): Buffer {
  const blocks = entries.flatMap(({ name, content = '', kind = '0' }) => {
    const bytes = Buffer.from(content);
    const header = Buffer.alloc(512);
    header.write(name.slice(0, 100), 0);
    header.write('0000644\0', 100);
    header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('        ', 148);
    header.write(kind, 156);
    header.write('ustar\x0000', 257);
    const sum = header.reduce((total, octet) => total + octet, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1_024)]);
}

/** Makes a zip archive of deflated files. */
export function zipOf(entries: readonly Entry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content = '', mode = 0o100644 } of entries) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const more = Buffer.alloc(14);
    more.writeUInt32LE(mode * 65_536, 6);
    more.writeUInt32LE(at, 10);
    const version = Buffer.from([20, 3]);
    directory.push(Buffer.from('PK\x01\x02'), version, common, more, Buffer.from(name));
    files.push(file);
    at += file.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, listed, end]);
}

/** Makes a packed tar archive. */
export function gzippedTar(entries: readonly Entry[]): Buffer {
  return gzipSync(tarOf(entries));
}
