import { type Duplex, pipeline, Readable } from 'node:stream';
import { byteChunks } from './byte-chunks.ts';
import { DocumentError } from './document-error.ts';

/** Commas in one line, at most: a parser's bound on the length of a record counts what is in its cells, and not empty ones. */
const mostCommas = 4_096;
const [comma, newline] = [0x2c, 0x0a];

/** A document, piece by piece. Throws a DocumentError on a line of too many cells. */
async function* csvChunks(document: Uint8Array): AsyncGenerator<Uint8Array> {
  let commas = 0;
  for await (const chunk of byteChunks(document)) {
    for (const byte of chunk) {
      if (byte === newline) commas = 0;
      else if (byte === comma && ++commas > mostCommas)
        throw new DocumentError(`A line has more than ${mostCommas} cells.`);
    }
    yield chunk;
  }
}

/** Parses a CSV document that is in memory, piece by piece. Fails with a DocumentError, or as the parser does. */
export function parsedCsv(document: Uint8Array, parser: Duplex): AsyncIterable<unknown> {
  // Whoever reads the parser hears of every failure; whoever reads it no further ends it.
  return pipeline(Readable.from(csvChunks(document)), parser, () => {});
}
