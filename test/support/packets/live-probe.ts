import { createSocket } from 'node:dgram';
import { captureFilters } from '../../../agent/capture/filter.ts';
import { libraryBinding } from '../../../agent/capture/pcap-binding.ts';
import { openLive } from '../../../agent/capture/pcap-live.ts';
import { parts } from '../../../agent/parts.ts';
import { defaultPipelineOptions } from '../../../agent/pipeline/pipeline-options.ts';
import type { Row } from '../../../shared/batch/row.ts';
import { decodeRows } from '../../../shared/batch/row-reader.ts';
import { exchanges } from './transactions.ts';

/** Captures exchanges over loopback on the interface named, and prints what came of them as JSON. Ends by itself. */
const [interfaceName = 'lo', bad = '', threads = '1', by = 'addon'] = process.argv.slice(2);
const port = 5_399;
const rows: Row[] = [];
const pipeline = parts.createPipeline(
  { ...defaultPipelineOptions, ports: [port], threads: Number(threads) },
  { rows: (bytes) => rows.push(...decodeRows(bytes)) },
);
const source = openLive(interfaceName, {
  filter: bad === '' ? captureFilters([port]) : bad,
  ...(by === 'library' ? { load: libraryBinding } : {}),
});
let failure = '';
const running = source.run(pipeline).catch((error: { code?: string }) => {
  failure = error.code ?? String(error);
});

const list = exchanges(50);
const server = createSocket('udp4');
const client = createSocket('udp4');
await new Promise<void>((resolve) => server.bind(port, '127.0.0.1', resolve));
const answered = new Promise<void>((resolve) => {
  let count = 0;
  client.on('message', () => {
    if (++count === list.length) resolve();
  });
});
server.on('message', (message, from) => {
  const exchange = list.find(({ query }) => query.equals(message));
  if (exchange !== undefined) server.send(exchange.response, from.port, from.address);
});
for (const { query } of list) client.send(query, port, '127.0.0.1');
await answered;
await source.stop();
await running;
await pipeline.end();
server.close();
client.close();
const answeredRows = rows.filter(({ outcome }) => outcome === 'answered').length;
console.log(
  JSON.stringify({
    failure,
    rows: rows.length,
    answeredRows,
    ...source.statistics(),
    ...pipeline.counters(),
  }),
);
