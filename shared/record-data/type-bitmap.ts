import { recordTypeName } from '../dns/record-types.ts';
import type { TextBuffer } from '../presentation/text-buffer.ts';
import type { DataReader } from './data-reader.ts';

/** Windows of types are in ascending order, so that no bitmap can claim more than 65,536 types; real ones have dozens. */
const maxTypes = 1_024;

/** Writes the types of the bitmap that ends the data (RFC 4034 section 4.1.2), a space before each. */
export function writeTypeBitmap(out: TextBuffer, data: DataReader): boolean {
  let previous = -1;
  let types = 0;
  while (data.left > 0) {
    if (!data.has(2)) return false;
    const window = data.uint8();
    const length = data.uint8();
    if (window <= previous || length === 0 || length > 32 || !data.has(length)) return false;
    previous = window;
    for (let index = 0; index < length; index++) {
      const octet = data.uint8();
      for (let bit = 0; bit < 8; bit++) {
        if ((octet & (0x80 >> bit)) === 0) continue;
        if (++types > maxTypes) return false;
        out.space();
        out.ascii(recordTypeName(window * 256 + index * 8 + bit));
      }
    }
  }
  return true;
}
