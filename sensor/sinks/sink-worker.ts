import { parentPort, workerData } from 'node:worker_threads';
import { RotatingFiles } from '@sonde/shared/sinks/rotating-files.ts';
import { standBack } from '@sonde/shared/system/stand-back.ts';
import type { FeedMessage, FromSinks, SinkThread, ToSinks } from './messages.ts';
import { sensorOutlets } from './sensor-outlets.ts';
import { SinkSender } from './sink-sender.ts';

/** Steps of priority below the capture, whose thread must not wait for texts to be made. */
const stepsBack = 10;
/** How often the states are told, in milliseconds. */
const stateInterval = 500;

// The thread itself: it takes batches one after the other, and each sink passes them on beside the others.
const port = parentPort;
if (port === null) throw new Error('This file runs in a worker thread.');
const tell = (message: FromSinks): void => port.postMessage(message);
standBack(stepsBack);

const { feed, sinks, ...settings } = workerData as SinkThread;
const outlets = sensorOutlets(new RotatingFiles(settings.filesDirectory, Date.now));
const opening = Promise.all(
  sinks.map((sink) =>
    SinkSender.open({
      sink,
      settings,
      outlets,
      tell: (level, message) => tell({ kind: 'log', level, message }),
    }),
  ),
);
const ended = Promise.withResolvers<void>();
let last: Promise<void> = opening.then((senders) =>
  tell({ kind: 'ready', states: senders.map(({ state }) => state) }),
);
const tellStates = (kind: 'state' | 'stopped') => async (): Promise<void> =>
  tell({ kind, states: (await opening).map(({ state }) => state) });
const timer = setInterval(() => void tellStates('state')().catch(fail), stateInterval);

feed.on('message', (message: FeedMessage) => {
  last = last.then(() => take(message));
  last.catch(fail);
});
// Of a thread that ended by a fault nothing more comes either.
feed.on('close', () => ended.resolve());
port.on('message', ({ milliseconds }: ToSinks) => {
  stop(milliseconds).catch(fail);
});
last.catch(fail);

async function take(message: FeedMessage): Promise<void> {
  const senders = await opening;
  if (message.kind === 'end') return ended.resolve();
  if (message.kind === 'lost') {
    for (const sender of senders) sender.lost(message.rows, message.content);
    return;
  }
  const { batchId, bytes, rows, content } = message;
  for (const sender of senders) await sender.put({ batchId, bytes, rows }, content);
  feed.postMessage(bytes.length);
}

async function stop(milliseconds: number): Promise<void> {
  await ended.promise;
  await last;
  await Promise.all((await opening).map((sender) => sender.stop(milliseconds)));
  clearInterval(timer);
  await tellStates('stopped')();
  feed.close();
  port!.close();
}

function fail(error: unknown): void {
  clearInterval(timer);
  tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  feed.close();
  port!.close();
}
