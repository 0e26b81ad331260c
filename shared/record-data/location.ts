import type { TextBuffer } from '../presentation/text-buffer.ts';
import type { DataReader } from './data-reader.ts';

const equator = 2 ** 31;
/** Centimetres that altitudes are counted from: 100 km below the reference spheroid. */
const altitudeBase = 10_000_000;

/** Writes LOC data (RFC 1876 section 3): degrees, minutes and seconds, then altitude, size and precisions in metres. */
export function writeLocation(out: TextBuffer, data: DataReader): boolean {
  if (data.left !== 16 || data.uint8() !== 0) return false;
  const size = data.uint8();
  const horizontal = data.uint8();
  const vertical = data.uint8();
  if (!isSize(size) || !isSize(horizontal) || !isSize(vertical)) return false;
  const latitude = data.uint32() - equator;
  const longitude = data.uint32() - equator;
  if (Math.abs(latitude) > 324_000_000 || Math.abs(longitude) > 648_000_000) return false;
  writeAngle(out, latitude, 0x4e, 0x53);
  writeAngle(out, longitude, 0x45, 0x57);
  writeMetres(out, data.uint32() - altitudeBase);
  for (const value of [size, horizontal, vertical]) {
    out.space();
    writeMetres(out, (value >> 4) * 10 ** (value & 0x0f));
  }
  return true;
}

function isSize(value: number): boolean {
  return value >> 4 <= 9 && (value & 0x0f) <= 9;
}

function writeAngle(out: TextBuffer, thousandths: number, positive: number, negative: number): void {
  const value = Math.abs(thousandths);
  out.decimal(Math.floor(value / 3_600_000));
  out.space();
  out.decimal(Math.floor(value / 60_000) % 60);
  out.space();
  out.decimal(Math.floor(value / 1_000) % 60);
  out.byte(0x2e);
  out.padded(value % 1_000, 3);
  out.space();
  out.byte(thousandths < 0 ? negative : positive);
  out.space();
}

function writeMetres(out: TextBuffer, centimetres: number): void {
  if (centimetres < 0) out.byte(0x2d);
  const value = Math.abs(centimetres);
  out.decimal(Math.floor(value / 100));
  out.byte(0x2e);
  out.padded(value % 100, 2);
  out.byte(0x6d);
}
