import type { DataWords } from './data-words.ts';

const equator = 2 ** 31;
const altitudeBase = 10_000_000;
/** Centimetres of size, horizontal and vertical precision if they are not said (RFC 1876 section 3). */
const usual = [100, 1_000_000, 1_000];

/** Encodes LOC data (RFC 1876 section 3); undefined if the words are invalid. */
export function encodeLocation(words: DataWords): Buffer | undefined {
  const latitude = angle(words, 'N', 'S', 90);
  const longitude = latitude === undefined ? undefined : angle(words, 'E', 'W', 180);
  const altitude = longitude === undefined ? undefined : centimetres(words.next());
  if (latitude === undefined || longitude === undefined || altitude === undefined) return undefined;
  const height = altitude + altitudeBase;
  if (height < 0 || height > 0xffff_ffff) return undefined;
  const data = Buffer.alloc(16);
  for (const [index, value] of usual.entries()) {
    const length = words.left === 0 ? value : centimetres(words.next());
    if (length === undefined || length < 0 || length > 9e9) return undefined;
    data[index + 1] = scaled(length);
  }
  data.writeUInt32BE(latitude + equator, 4);
  data.writeUInt32BE(longitude + equator, 8);
  data.writeUInt32BE(height, 12);
  return data;
}

/** Thousandths of a second of arc: degrees, then minutes and seconds if they are said, then the hemisphere. */
function angle(words: DataWords, positive: string, negative: string, most: number): number | undefined {
  const degrees = bounded(words.next(), /^\d{1,3}$/, most);
  if (degrees === undefined) return undefined;
  let value = degrees * 3_600_000;
  const shapes = [
    { form: /^\d{1,2}$/, unit: 60_000 },
    { form: /^\d{1,2}(?:\.\d{1,3})?$/, unit: 1_000 },
  ];
  for (let word = words.next(); ; word = words.next()) {
    const hemisphere = word?.toUpperCase();
    if (hemisphere === positive || hemisphere === negative) {
      return value > most * 3_600_000 ? undefined : hemisphere === positive ? value : -value;
    }
    const shape = shapes.shift();
    const part = shape && bounded(word, shape.form, 59.999);
    if (shape === undefined || part === undefined) return undefined;
    value += Math.round(part * shape.unit);
  }
}

function bounded(word: string | undefined, form: RegExp, most: number): number | undefined {
  return word !== undefined && form.test(word) && Number(word) <= most ? Number(word) : undefined;
}

/** Of metres with at most two digits behind the point, and `m` or not behind them. */
function centimetres(word: string | undefined): number | undefined {
  const [, sign, metres, part = ''] = /^(-?)(\d{1,8})(?:\.(\d{0,2}))?m?$/i.exec(word ?? '') ?? [];
  if (metres === undefined) return undefined;
  const value = Number(metres) * 100 + Number(part.padEnd(2, '0'));
  return sign === '-' ? -value : value;
}

/** A digit and a power of ten, rounded down. */
function scaled(value: number): number {
  let exponent = 0;
  let digit = value;
  while (digit > 9) {
    digit = Math.floor(digit / 10);
    exponent++;
  }
  return (digit << 4) | exponent;
}
