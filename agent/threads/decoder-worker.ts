import { parentPort, workerData } from 'node:worker_threads';
import { Decoder } from './decoder.ts';
import type { DecoderSettings, ToDecoder } from './messages.ts';

const port = parentPort;
if (port === null) throw new Error('This file runs in a worker thread.');
// The one that starts this thread gives it these settings.
const decoder = new Decoder(workerData as DecoderSettings);
port.on('message', (message: ToDecoder) => {
  const decoded = decoder.take(message);
  port.postMessage(
    decoded,
    decoded.rows.map(({ bytes }) => bytes.buffer),
  );
});
