/** Reads the octets of a text with the escapes of RFC 1035 section 5.1 (`\DDD`, `\X`); undefined if one is broken. */
export function textOctets(text: string): Buffer | undefined {
  const source = Buffer.from(text, 'utf8');
  const octets: number[] = [];
  for (let at = 0; at < source.length; at++) {
    if (source[at] !== 0x5c) {
      octets.push(source[at]!);
      continue;
    }
    const digits = source.toString('latin1', at + 1, at + 4);
    if (/^[0-9]{3}$/.test(digits)) {
      if (Number(digits) > 255) return undefined;
      octets.push(Number(digits));
      at += 3;
    } else {
      const next = source[++at];
      if (next === undefined || (next >= 0x30 && next <= 0x39)) return undefined;
      octets.push(next);
    }
  }
  return Buffer.from(octets);
}

/** Reads hexadecimal; undefined if the text is no hexadecimal of whole octets. */
export function hexOctets(text: string): Buffer | undefined {
  return text.length % 2 === 0 && /^[0-9a-f]*$/i.test(text) ? Buffer.from(text, 'hex') : undefined;
}

/** Reads base64 (RFC 4648 section 4) with its padding; undefined if the text is invalid. */
export function base64Octets(text: string): Buffer | undefined {
  if (text.length % 4 !== 0 || !/^[0-9a-z+/]*={0,2}$/i.test(text)) return undefined;
  const octets = Buffer.from(text, 'base64');
  // Bits behind the last octet that are not zero are no padding (section 3.5); name servers refuse them.
  return octets.toString('base64') === text ? octets : undefined;
}

/** Reads base32 in the extended hex alphabet without padding (RFC 4648 section 7); undefined if the text is invalid. */
export function base32Octets(text: string): Buffer | undefined {
  if (!/^[0-9a-v]+$/i.test(text)) return undefined;
  const octets: number[] = [];
  let held = 0;
  let bits = 0;
  for (const digit of text) {
    held = ((held << 5) | Number.parseInt(digit, 32)) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      octets.push((held >> bits) & 0xff);
    }
  }
  return Buffer.from(octets);
}

/** Encodes the bitmap of these types (RFC 4034 section 4.1.2). */
export function typeBitmap(types: readonly number[]): Buffer {
  const windows = new Map<number, Buffer>();
  for (const type of types.toSorted((one, other) => one - other)) {
    const window = type >> 8;
    const bitmap = windows.get(window) ?? Buffer.alloc(32);
    windows.set(window, bitmap);
    bitmap[(type & 0xff) >> 3]! |= 0x80 >> (type & 7);
  }
  const parts = [...windows].map(([window, bitmap]) => {
    const length = bitmap.findLastIndex((octet) => octet !== 0) + 1;
    return Buffer.concat([Uint8Array.of(window, length), bitmap.subarray(0, length)]);
  });
  return Buffer.concat(parts);
}
