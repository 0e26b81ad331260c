/** A zip entry is a file of an archive, in its deflated form (RFC 1951). */
export interface ZipEntry {
  /** ASCII, with slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly crc: number;
  readonly deflated: number;
}

/** More entries, and larger archives, would need ZIP64. */
export const mostEntries = 60_000;
const largest = 0xffff_0000;

const version = 20;
/** Names are UTF-8; sizes stand before the content. */
const flags = 0x0800;
const deflate = 8;
const localLength = 30;
const centralLength = 46;
const endLength = 22;
/** A file, for all to read and for the owner to change, as Unix writes it. */
const attributes = 0o100644 * 0x1_0000;

/** Counts the bytes of an archive. */
export function zipLength(entries: readonly ZipEntry[]): number {
  return entries.reduce(
    (sum, { path, deflated }) => sum + localLength + centralLength + 2 * path.length + deflated,
    endLength,
  );
}

/**
 * Writes a ZIP archive (APPNOTE.TXT 6.3) as its contents come, each asked for by its index. Throws a RangeError, before
 * anything is written, if it would need ZIP64.
 */
export async function* zipArchive(
  entries: readonly ZipEntry[],
  content: (index: number) => Promise<Uint8Array>,
  at: Date,
): AsyncGenerator<Uint8Array> {
  if (entries.length > mostEntries || zipLength(entries) > largest)
    throw new RangeError('The archive is too large.');
  const written = dosTime(at);
  const central: Buffer[] = [];
  let offset = 0;
  for (const [index, entry] of entries.entries()) {
    const bytes = await content(index);
    if (bytes.length !== entry.deflated) throw new RangeError(`${entry.path} has another length.`);
    const common = describe(entry, written);
    const name = Buffer.from(entry.path, 'latin1');
    const local = Buffer.alloc(4);
    local.writeUInt32LE(0x0403_4b50);
    yield Buffer.concat([local, common, name]);
    yield bytes;
    const head = Buffer.alloc(6);
    head.writeUInt32LE(0x0201_4b50);
    // Made on Unix, so that the attributes count.
    head.writeUInt16LE(0x0300 | version, 4);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(attributes, 6);
    tail.writeUInt32LE(offset, 10);
    central.push(head, common, tail, name);
    offset += localLength + name.length + bytes.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(endLength);
  end.writeUInt32LE(0x0605_4b50);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  yield directory;
  yield end;
}

/** The fields that a local header and the directory have in common. */
function describe({ path, bytes, crc, deflated }: ZipEntry, written: { date: number; time: number }): Buffer {
  const common = Buffer.alloc(26);
  common.writeUInt16LE(version);
  common.writeUInt16LE(flags, 2);
  common.writeUInt16LE(deflate, 4);
  common.writeUInt16LE(written.time, 6);
  common.writeUInt16LE(written.date, 8);
  common.writeUInt32LE(crc, 10);
  common.writeUInt32LE(deflated, 14);
  common.writeUInt32LE(bytes, 18);
  common.writeUInt16LE(path.length, 22);
  return common;
}

/** Seconds by twos, years from 1980. */
function dosTime(at: Date): { date: number; time: number } {
  const year = Math.max(1980, at.getUTCFullYear());
  return {
    date: ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
}
