/** A tar head describes one file or symbolic link of an archive (POSIX.1-2017, pax, "ustar interchange format"). */
export interface TarHead {
  /** With slashes, relative. */
  readonly path: string;
  readonly bytes: number;
  /** The target of a symbolic link. */
  readonly link?: string;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

const blockBytes = 512;
/** Octal digits of a size end here; a larger one is written in base 256, as GNU tar and all others read it. */
const mostOctalBytes = 0o77777777777;

/** Two blocks of zeros end an archive. */
export const tarEnd = Buffer.alloc(2 * blockBytes);

/** Writes the blocks before the content of a file. A path or target that has no room in them goes before, as pax has it. */
export function tarHead(head: TarHead): Buffer {
  const name = splitPath(head.path);
  const isLong = name === undefined || Buffer.byteLength(head.link ?? '') > 100;
  if (!isLong) return block(head, name, head.link === undefined ? '0' : '2');
  const records = Buffer.concat([
    paxRecord('path', head.path),
    ...(head.link === undefined ? [] : [paxRecord('linkpath', head.link)]),
  ]);
  const extended = { path: 'pax', bytes: records.length, modifiedAt: head.modifiedAt };
  return Buffer.concat([
    block(extended, ['', 'pax'], 'x'),
    records,
    tarPadding(records.length),
    block({ ...head, link: head.link?.slice(0, 32) }, ['', 'long'], head.link === undefined ? '0' : '2'),
  ]);
}

/** The zeros behind content of that many bytes. */
export function tarPadding(bytes: number): Buffer {
  return Buffer.alloc((blockBytes - (bytes % blockBytes)) % blockBytes);
}

function block(
  { bytes, link, modifiedAt }: Omit<TarHead, 'link'> & { readonly link?: string | undefined },
  [prefix, name]: readonly [string, string],
  type: string,
): Buffer {
  const head = Buffer.alloc(blockBytes);
  head.write(name, 0, 100);
  writeOctal(head, link === undefined ? 0o600 : 0o777, 100, 8);
  writeOctal(head, 0, 108, 8);
  writeOctal(head, 0, 116, 8);
  if (bytes <= mostOctalBytes) writeOctal(head, bytes, 124, 12);
  else {
    head[124] = 0x80;
    head.writeBigUInt64BE(BigInt(bytes), 128);
  }
  writeOctal(head, Math.max(0, Math.floor(modifiedAt / 1_000)), 136, 12);
  head.write(type, 156, 1);
  head.write(link ?? '', 157, 100);
  head.write('ustar\x0000', 257, 8, 'latin1');
  head.write(prefix, 345, 155);
  head.fill(' ', 148, 156);
  let sum = 0;
  for (const byte of head) sum += byte;
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 8, 'latin1');
  return head;
}

function writeOctal(head: Buffer, value: number, at: number, length: number): void {
  head.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, length, 'latin1');
}

/** Prefix and name, undefined if the path has no slash where both would have room. */
function splitPath(path: string): [string, string] | undefined {
  if (Buffer.byteLength(path) <= 100) return ['', path];
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (Buffer.byteLength(name) <= 100 && name !== '' && prefix !== '')
      return Buffer.byteLength(prefix) <= 155 ? [prefix, name] : undefined;
  }
  return undefined;
}

/** `LENGTH KEY=VALUE\n`, where the length counts its own digits. */
function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.from(` ${key}=${value}\n`);
  let length = rest.length + 1;
  while (rest.length + String(length).length !== length) length = rest.length + String(length).length;
  return Buffer.concat([Buffer.from(String(length)), rest]);
}
