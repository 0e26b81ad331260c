/** The static table of HPACK (RFC 7541 appendix A): names and values by number, from 1 on. */
export const staticTable: readonly (readonly [name: string, value: string])[] = [
  ...[[':authority'], [':method', 'GET'], [':method', 'POST'], [':path', '/'], [':path', '/index.html']],
  ...[
    [':scheme', 'http'],
    [':scheme', 'https'],
  ],
  ...['200', '204', '206', '304', '400', '404', '500'].map((code) => [':status', code]),
  ...[['accept-charset'], ['accept-encoding', 'gzip, deflate']],
  ...(
    'accept-language accept-ranges accept access-control-allow-origin age allow authorization cache-control content-disposition ' +
    'content-encoding content-language content-length content-location content-range content-type cookie date etag expect expires ' +
    'from host if-match if-modified-since if-none-match if-range if-unmodified-since last-modified link location max-forwards ' +
    'proxy-authenticate proxy-authorization range referer refresh retry-after server set-cookie strict-transport-security ' +
    'transfer-encoding user-agent vary via www-authenticate'
  )
    .split(' ')
    .map((name) => [name]),
].map(([name = '', value = '']) => [name, value] as const);

/**
 * The lengths in bits of the Huffman codes of the octets and of the end (RFC 7541 appendix B), `a` for 5 and so on. The codes follow from them:
 * shorter ones come first, those of one length in the order of their octets.
 */
const lengths =
  'isxxxxxxxtzxxzxxxxxxxxzxxxxxxxxxbffhibdgffdgdbbbaaabbbbbbbcdkbhfibccccccccccccccccccccccdcdioijbkabababbbaccbbbabcbaabccccckgjix' +
  'prpprrrsrssssststtrstssssqrsrsstrqprrssqsrrtqrssqqrqsrssprrrsrrsvvporsruvvvwwvtuoqvwwvwtqqvvxwwwptpqrqqsrruuttvsvwvvwwwwwxwwwwwvz';
const shortest = 5;
const endOfString = 256;

/** A Huffman decoder has for each length of codes the first code, how many there are, and the octets that they stand for. */
export interface HuffmanTable {
  readonly octets: readonly number[];
  /** By length: the first code of it, and where its octets begin; a code of the length is below `limits`. */
  readonly firsts: readonly number[];
  readonly limits: readonly number[];
  readonly starts: readonly number[];
}

/** Makes the table by which Huffman codes are read. */
export function huffmanTable(): HuffmanTable {
  const bits = Array.from(lengths, (letter) => letter.charCodeAt(0) - 0x61 + shortest);
  const octets = bits.map((_, octet) => octet).sort((a, b) => bits[a]! - bits[b]! || a - b);
  const table = { octets, firsts: [] as number[], limits: [] as number[], starts: [] as number[] };
  let code = 0;
  let start = 0;
  for (let length = 0; length <= 30; length++) {
    const count = bits.filter((own) => own === length).length;
    code *= 2;
    table.firsts.push(code);
    table.starts.push(start);
    code += count;
    start += count;
    table.limits.push(code);
  }
  return table;
}

/** Reads a string in Huffman code; undefined if it breaks the rules. */
export function readHuffman(table: HuffmanTable, bytes: Uint8Array): string | undefined {
  const read: number[] = [];
  let code = 0;
  let length = 0;
  for (const octet of bytes) {
    for (let bit = 7; bit >= 0; bit--) {
      code = code * 2 + ((octet >> bit) & 1);
      if (++length > 30) return undefined;
      if (length < shortest || code >= table.limits[length]! || code < table.firsts[length]!) continue;
      const symbol = table.octets[table.starts[length]! + code - table.firsts[length]!]!;
      if (symbol === endOfString) return undefined;
      read.push(symbol);
      code = 0;
      length = 0;
    }
  }
  // What is left is the beginning of the end's code, which is ones, shorter than an octet.
  return length < 8 && code === 2 ** length - 1 ? Buffer.from(read).toString('latin1') : undefined;
}
