import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** Milliseconds between two requests. */
const every = 25;

/** Asks the server again and again from a thread of its own, as somebody who uses the API meanwhile, and tells how long each answer took. */
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
let isOver = false;
parentPort!.once('message', () => {
  isOver = true;
});
const took: number[] = [];
while (!isOver) {
  const began = performance.now();
  const [response] = await once(get(workerData as string, { agent }), 'response');
  response.resume();
  await once(response, 'end');
  took.push(performance.now() - began);
  await delay(every);
}
parentPort!.postMessage(took);
agent.destroy();
