import type { DatasetContent } from '../dataset.ts';
import type { DatasetSink } from '../dataset-sink.ts';
import { readElements, readRows } from './read-rows.ts';

/**
 * Reads one prefix or address a line; the column of that number if lines have several, separated by commas. All get one
 * label.
 */
export function prefixLines(label: string, column = 0): DatasetContent {
  return {
    kind: 'tables',
    ipv6Words: 4,
    read: (document, sink) =>
      readRows(document, sink, (line) =>
        sink.prefix((line.split(',')[column] ?? '').trim(), sink.text(label)),
      ),
  };
}

/** Reads an array of objects that have a prefix under one of the names. */
export function prefixObjects(
  label: string,
  arrays: readonly string[],
  names: readonly string[],
): DatasetContent {
  return {
    kind: 'tables',
    ipv6Words: 4,
    read: async (document, sink) => {
      const number = sink.text(label);
      const [first] = arrays;
      const parts = arrays.length === 1 ? undefined : await gathered(document);
      for (const array of arrays) {
        await readElements(parts === undefined ? document : again(parts), sink, first && array, (element) =>
          take(element, names, number, sink),
        );
      }
    },
  };
}

function take(
  element: Readonly<Record<string, unknown>>,
  names: readonly string[],
  value: number,
  sink: DatasetSink,
): boolean {
  const found = names.map((name) => element[name]).find((text) => typeof text === 'string');
  return typeof found === 'string' && sink.prefix(found, value);
}

/** Documents with two arrays are read twice; they are small, and bounded by the dataset's own limit. */
async function gathered(document: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for await (const part of document) parts.push(part);
  return parts;
}

async function* again(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}
