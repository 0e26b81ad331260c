/** Characters of one line, at most: a server that sends no line ends can't fill the memory. */
const longestLine = 16 * 1024 * 1024;

/** Reads the objects of a stream of NDJSON, one by one. Ends the stream if the reader stops early. */
export async function* readNdjson<Item>(stream: ReadableStream<Uint8Array>): AsyncGenerator<Item> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  // Not every browser lets a stream be iterated.
  const reader = stream.getReader();
  try {
    for (;;) {
      const { value: bytes, done } = await reader.read();
      if (done) break;
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > longestLine) throw new RangeError('a line of the stream is too long');
      for (const line of lines) if (line !== '') yield JSON.parse(line) as Item;
    }
  } finally {
    // Also where the reader of the items stops early.
    await reader.cancel().catch(() => {});
  }
  // The server ends each line: what is left is half of one.
  if (rest + decoder.decode() !== '') throw new TypeError('the stream broke off within a line');
}
