/** Headers and padding of a tar archive come in blocks (POSIX.1-2024, pax, "ustar interchange format"). */
export const tarBlock = 512;

/** Computes the sum of a header, its own place counted as blanks. */
export function tarSum(header: Buffer): number {
  let sum = 8 * 0x20;
  for (const [index, octet] of header.entries()) if (index < 148 || index >= 156) sum += octet;
  return sum;
}

/** Reads a text of a header, which ends at its end or at a zero. */
export function tarText(header: Buffer, at = 0, length = header.length - at): string {
  const text = header.subarray(at, at + length);
  const end = text.indexOf(0);
  return text.toString('utf8', 0, end === -1 ? text.length : end);
}

export const isUstar = (header: Buffer) => tarText(header, 257, 5) === 'ustar';

/** Reads the path of an entry, in two parts if it is long. */
export function tarPath(header: Buffer): string {
  const prefix = isUstar(header) ? tarText(header, 345, 155) : '';
  const name = tarText(header, 0, 100);
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** Reads records of `LENGTH key=value` and a line feed, which hold what is too long for a header. Undefined if one of them is none. */
export function paxRecords(bytes: Buffer): ReadonlyMap<string, string> | undefined {
  const records = new Map<string, string>();
  for (let at = 0; at < bytes.length; ) {
    const length = Number(/^\d{1,6}(?= )/.exec(bytes.toString('latin1', at, at + 7))?.[0] ?? 0);
    if (length < 5 || at + length > bytes.length) return undefined;
    const record = bytes.toString('utf8', at, at + length);
    const [, key, value = ''] = /^\d+ ([^=]+)=([\s\S]*)\n$/.exec(record) ?? [];
    if (key === undefined) return undefined;
    records.set(key, value);
    at += length;
  }
  return records;
}
