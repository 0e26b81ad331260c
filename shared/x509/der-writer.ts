/** Writes one element of DER (ITU-T X.690): a tag, and what it holds. Whoever calls answers for its being sound. */
export function tlv(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  let hex = content.length.toString(16);
  if (hex.length % 2 === 1) hex = `0${hex}`;
  return Buffer.concat([Buffer.from([tag, 0x80 + hex.length / 2]), Buffer.from(hex, 'hex'), content]);
}

export const sequence = (...contents: readonly Uint8Array[]) => tlv(0x30, ...contents);
export const set = (...contents: readonly Uint8Array[]) => tlv(0x31, ...contents);
export const octets = (...contents: readonly Uint8Array[]) => tlv(0x04, ...contents);
export const text = (tag: number, value: string) => tlv(tag, Buffer.from(value, 'utf8'));
export const utf8 = (value: string) => text(0x0c, value);
export const printable = (value: string) => text(0x13, value);
export const boolean = (value: boolean) => Buffer.from([1, 1, value ? 0xff : 0]);
export const derNull = Buffer.from([5, 0]);
/** Constructed, context-specific. */
export const context = (tag: number, ...contents: readonly Uint8Array[]) => tlv(0xa0 + tag, ...contents);
/** Primitive, context-specific. */
export const implicit = (tag: number, content: Uint8Array) => tlv(0x80 + tag, content);

/** The shortest form of a number that is not negative. */
export function integer(value: number | bigint): Buffer {
  let hex = value.toString(16);
  if (hex.length % 2 === 1) hex = `0${hex}`;
  const bytes = Buffer.from(hex, 'hex');
  return tlv(2, bytes[0]! >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
}

export function oid(dotted: string): Buffer {
  const [top = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const arcs = [top * 40 + second, ...rest].flatMap((arc) => {
    const septets = [arc % 128];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
      septets.unshift(128 + (left % 128));
    return septets;
  });
  return tlv(6, Buffer.from(arcs));
}

/** A BIT STRING without unused bits. */
export const bitString = (content: Uint8Array) => tlv(3, Buffer.from([0]), content);

/** A BIT STRING with these bits set, in DER. */
export function bits(...numbers: readonly number[]): Buffer {
  if (numbers.length === 0) return tlv(3, Buffer.from([0]));
  const last = Math.max(...numbers);
  const bytes = Buffer.alloc(Math.floor(last / 8) + 1);
  for (const number of numbers) bytes[Math.floor(number / 8)]! |= 0x80 >> (number % 8);
  return tlv(3, Buffer.from([7 - (last % 8)]), bytes);
}

/** UTCTime until 2049, GeneralizedTime from then on. */
export function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]|\..*$/g, '');
  const year = date.getUTCFullYear();
  return year >= 1950 && year < 2050 ? text(0x17, `${digits.slice(2)}Z`) : text(0x18, `${digits}Z`);
}

/** Writes DER as PEM (RFC 7468). */
export function pemOf(label: string, der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
