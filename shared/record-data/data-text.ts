import { TextBuffer } from '../presentation/text-buffer.ts';
import { DataReader } from './data-reader.ts';
import { writeRecordData } from './record-data.ts';

/** More than the text of any data takes for each octet (a type bitmap's excepted), and for those bitmaps. */
const perOctet = 5;
const bitmapRoom = 16_384;

/** The data texts write one record's data after another as text. */
export class DataTexts {
  readonly #out: TextBuffer;
  readonly #reader = new DataReader();

  /** `maxBytes`: of the largest data. */
  constructor(maxBytes: number) {
    this.#out = new TextBuffer(maxBytes * perOctet + bitmapRoom);
  }

  /** Writes the presentation form of uncompressed data, or the generic form of RFC 3597 section 5. */
  text(data: Uint8Array, type: number, recordClass: number): string {
    const reader = this.#reader;
    reader.bytes = data;
    reader.messageStart = 0;
    reader.messageEnd = data.length;
    reader.at = 0;
    reader.end = data.length;
    reader.labels = 0;
    this.#out.position = 0;
    writeRecordData(this.#out, reader, type, recordClass);
    return Buffer.from(this.#out.bytes.buffer, 0, this.#out.position).toString('latin1');
  }
}
