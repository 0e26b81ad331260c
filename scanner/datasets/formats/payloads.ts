import { parsePrefix } from '@sonde/shared/net/prefix.ts';
import type { DatasetContent } from '../dataset.ts';
import { asNumber, readElements } from './read-rows.ts';

/**
 * Reads validated payloads in the JSON that validators export: `{"metadata": ..., "roas": [{"asn", "prefix",
 * "maxLength", "ta", "expires"}]}`. The AS is a number, a text or `AS1`.
 */
export function payloads(): DatasetContent {
  return {
    kind: 'tables',
    ipv6Words: 2,
    read: async (document, sink) => {
      await readElements(noting(document, sink), sink, 'roas', (element) => {
        const asn = asNumber(element.asn);
        const prefix = typeof element.prefix === 'string' ? parsePrefix(element.prefix) : undefined;
        const longest = element.maxLength ?? prefix?.length;
        if (asn === undefined || prefix === undefined || typeof longest !== 'number') return false;
        const most = prefix.family === 4 ? 32 : 128;
        if (!Number.isInteger(longest) || longest < prefix.length || longest > most) return false;
        if (typeof element.expires === 'number' && element.expires < sink.now / 1_000) {
          sink.leaveOut();
          return true;
        }
        return sink.prefix(element.prefix as string, asn, longest);
      });
    },
  };
}

/** When the export was made stands in its head, before the payloads. */
async function* noting(
  document: AsyncIterable<Uint8Array>,
  sink: { published(time: number): void },
): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const chunk of document) {
    if (isFirst) {
      const head = Buffer.from(chunk.subarray(0, 4_096)).toString('latin1');
      const seconds = /"(?:generated|buildtime|generatedTime)"\s*:\s*(?:(\d{9,11})|"([^"]{10,40})")/i.exec(
        head,
      );
      if (seconds?.[1] !== undefined) sink.published(Number(seconds[1]) * 1_000);
      else if (seconds?.[2] !== undefined) sink.published(Date.parse(seconds[2]));
    }
    isFirst = false;
    yield chunk;
  }
}
