import { encode } from 'cbor2';

/** A map of C-DNS, by the numbers of its keys. */
export type CdnsMap = Readonly<Record<number, unknown>>;

/** Makes maps with numbers as keys of objects, at any depth. */
export function cborOf(value: unknown): unknown {
  if (value instanceof Uint8Array) return Uint8Array.from(value);
  if (Array.isArray(value)) return value.map(cborOf);
  if (typeof value !== 'object' || value === null) return value;
  return new Map(Object.entries(value).map(([key, entry]) => [Number(key), cborOf(entry)]));
}

export const allItemHints = 0x3ffff;

/** The parameters of blocks that tell microseconds. */
export function parameters(storage: CdnsMap = {}, itemHints = allItemHints): CdnsMap {
  return {
    0: { 0: 1_000_000, 1: 10_000, 2: { 0: itemHints, 1: 0x1ffff, 2: 3, 3: 3 }, 3: [0], 4: [1], ...storage },
  };
}

/** A C-DNS file, written by a CBOR library, of blocks as maps. */
export function cdnsFile(blocks: readonly CdnsMap[], list: readonly CdnsMap[] = [parameters()]): Buffer {
  return Buffer.from(encode(['C-DNS', cborOf({ 0: 1, 1: 0, 3: list }), cborOf(blocks)]));
}

/** A name in wire format. */
export function wireName(name: string): Buffer {
  const labels = name.split('.').filter((label) => label !== '');
  return Buffer.concat([
    ...labels.map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.of(0),
  ]);
}

/** The tables and the item of one query over UDP with its response; tests replace what they try. */
export const pair = {
  preamble: { 0: [1_790_000_000, 250] },
  tables: {
    0: [Buffer.of(192, 0, 2, 7), Buffer.of(198, 51, 100, 53)],
    1: [
      { 0: 1, 1: 1 },
      { 0: 41, 1: 1_232 },
    ],
    2: [
      wireName('www.Example.com'),
      Buffer.of(203, 0, 113, 9),
      Buffer.from('0008000700011800cb0071', 'hex'),
      Buffer.of(0),
      Buffer.from('000f0002001200'.slice(0, 12), 'hex'),
    ],
    3: [
      {
        0: 1,
        1: 53,
        2: 0,
        3: 1,
        4: 0b1111,
        5: 0,
        // Recursion desired, DNSSEC OK; the response: available and desired, too.
        6: (1 << 4) | (1 << 7) | (1 << 11) | (1 << 12),
        7: 0,
        8: 0,
        9: 1,
        10: 0,
        11: 0,
        12: 1,
        13: 0,
        14: 4_096,
        15: 2,
        16: 0,
      },
    ],
    6: [[0], [1]],
    7: [
      { 0: 0, 1: 0, 2: 300, 3: 1 },
      { 0: 3, 1: 1, 2: 0, 3: 4 },
    ],
  },
  item: {
    0: 1_000,
    1: 0,
    2: 51_000,
    3: 4_660,
    4: 0,
    5: 64,
    6: 12_345,
    7: 0,
    8: 56,
    9: 72,
    12: { 1: 0, 3: 1 },
  },
} as const;

/** The block of these items, with the tables of `pair`, or others. */
export function block(items: readonly CdnsMap[], tables: CdnsMap = pair.tables, more: CdnsMap = {}): CdnsMap {
  return { 0: pair.preamble, 2: tables, 3: items, ...more };
}
