import { parsePrefix } from '../../../shared/net/prefix.ts';

type Value = string | number | { readonly [key: string]: Value } | readonly Value[];

/** A database in MaxMind's format 2.0 (https://maxmind.github.io/MaxMind-DB/), of IPv6 with IPv4 below ::/96. */
export function writeDatabase(records: Readonly<Record<string, Value>>): Buffer {
  type Node = [Node | number | undefined, Node | number | undefined];
  const root: Node = [undefined, undefined];
  const data: Buffer[] = [];
  let dataSize = 0;
  const entries = Object.entries(records).map(([text, value]) => ({ prefix: parsePrefix(text)!, value }));
  entries.sort((one, other) => one.prefix.length - other.prefix.length);
  for (const { prefix, value } of entries) {
    const bytes = encode(value);
    const words = prefix.family === 4 ? [0, 0, 0, prefix.words[0]!] : prefix.words;
    const length = prefix.family === 4 ? prefix.length + 96 : prefix.length;
    let node: Node = root;
    for (let bit = 0; bit < length - 1; bit++) {
      const side = bitOf(words, bit);
      const below: Node | number | undefined = node[side];
      const next: Node = typeof below === 'object' ? below : [below, below];
      node[side] = next;
      node = next;
    }
    node[bitOf(words, length - 1)] = dataSize;
    data.push(bytes);
    dataSize += bytes.length;
  }
  const nodes: Node[] = [];
  const numbers = new Map<Node, number>();
  const visit = (node: Node) => {
    numbers.set(node, nodes.push(node) - 1);
    for (const below of node) if (typeof below === 'object') visit(below);
  };
  visit(root);
  const tree = Buffer.alloc(nodes.length * 8);
  nodes.forEach((node, number) => {
    node.forEach((below, side) => {
      const value =
        typeof below === 'object'
          ? numbers.get(below)!
          : below === undefined
            ? nodes.length
            : nodes.length + 16 + below;
      tree.writeUInt32BE(value, number * 8 + side * 4);
    });
  });
  const metadata = {
    node_count: nodes.length,
    record_size: 32,
    ip_version: 6,
    database_type: 'Test',
    languages: ['en'],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_790_000_000,
    description: { en: 'Test' },
  };
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
  return Buffer.concat([tree, Buffer.alloc(16), ...data, marker, encode(metadata)]);
}

function bitOf(words: readonly number[], bit: number): 0 | 1 {
  return ((words[bit >>> 5]! >>> (31 - (bit & 31))) & 1) as 0 | 1;
}

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value, 'utf8');
    return Buffer.concat([control(2, bytes.length), bytes]);
  }
  if (typeof value === 'number') {
    if (Number.isInteger(value) && value >= 0) {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return Buffer.concat([control(6, 4), bytes]);
    }
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return Buffer.concat([control(3, 8), bytes]);
  }
  if (Array.isArray(value))
    return Buffer.concat([control(11, value.length), ...value.map((item: Value) => encode(item))]);
  const members = Object.entries(value as Record<string, Value>);
  return Buffer.concat([
    control(7, members.length),
    ...members.flatMap(([key, member]) => [encode(key), encode(member)]),
  ]);
}

function control(type: number, size: number): Buffer {
  const head = size < 29 ? [size] : [29, size - 29];
  const [first, ...rest] = head as [number, ...number[]];
  return type <= 7 ? Buffer.from([(type << 5) | first, ...rest]) : Buffer.from([first, type - 7, ...rest]);
}
