import { parentPort, workerData } from 'node:worker_threads';
import type { FromWorker, ShipperSettings, ToWorker } from './messages.ts';
import { ShippingDesk } from './shipping-desk.ts';

/**
 * The worker thread of the shipper. It takes messages one after the other, so that batches keep the order of their rows;
 * delivery goes on beside them.
 */

/** How often the state is told when nothing else tells it, in milliseconds. */
const stateInterval = 500;

const port = parentPort;
if (port === null) throw new Error('This file runs in a worker thread.');
const tell = (message: FromWorker): void => port.postMessage(message);

// The one that starts this thread gives it these settings.
const opening = ShippingDesk.open(workerData as ShipperSettings, tell);
let last: Promise<void> = opening.then((desk) => tell({ kind: 'ready', state: desk.state }));
const timer = setInterval(
  () => void opening.then((desk) => tell({ kind: 'state', state: desk.state })),
  stateInterval,
);
port.on('message', (message: ToWorker) => {
  last = last.then(() => handle(message));
  last.catch(fail);
});
last.catch(fail);

async function handle(message: ToWorker): Promise<void> {
  const desk = await opening;
  switch (message.kind) {
    case 'rows':
      await desk.rows(message.bytes, message.count, message.messages);
      tell({ kind: 'taken', bytes: message.bytes.length, rows: message.count, state: desk.state });
      return;
    case 'close':
      await desk.close(message.close, message.final);
      tell({ kind: 'closed', state: desk.state });
      return;
    case 'destination':
      desk.use(message.destination);
      return;
    case 'stop':
      await desk.stop(message.milliseconds);
      clearInterval(timer);
      tell({ kind: 'stopped', state: desk.state });
      port?.close();
  }
}

function fail(error: unknown): void {
  clearInterval(timer);
  tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  port?.close();
}
