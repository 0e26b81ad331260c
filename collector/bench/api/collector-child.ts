import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pino } from 'pino';
import { loadConfig } from '../../config/load-config.ts';
import { addressUrl } from '../../http/server/listen-address.ts';
import { createLog } from '../../log/create-log.ts';
import { startCollector } from '../../main.ts';
import type { CollectorAnswer, CollectorFlags, CollectorQuestion, Listening } from './collector-process.ts';

// The whole collector on a directory of its own, which says how its event loop does.
const adminKey = 'sonde_adm_0123456789012345678901234567890123456789';
const flags = JSON.parse(process.argv[2] ?? '{}') as CollectorFlags;
const { config } = loadConfig({ env: {}, flags: { ...flags, adminKey } });
const delay = monitorEventLoopDelay({ resolution: 5 });
let busiestBytes = 0;
const begun = performance.now();
const collector = await startCollector(config, createLog('error', pino.destination(2)));
// A terminal sends its signals to the whole group, and the parent sends its own: the first that asks for the end counts.
process.on('SIGINT', () => {});
let isEnding = false;
process.on('SIGTERM', async () => {
  if (isEnding) return;
  isEnding = true;
  await collector.stop();
  process.exit();
});
setInterval(() => {
  busiestBytes = Math.max(busiestBytes, process.memoryUsage.rss());
}, 250).unref();
process.on('message', (question: CollectorQuestion) => {
  const answer: CollectorAnswer = {
    delayP99Ms: delay.percentile(99) / 1e6,
    delayMaxMs: delay.max / 1e6,
    residentBytes: busiestBytes,
  };
  if (question === 'begin') {
    delay.enable();
    delay.reset();
    busiestBytes = 0;
  }
  process.send?.(answer);
});
const listening: Listening = {
  url: addressUrl(collector.addresses[0]!),
  adminKey,
  readyMs: performance.now() - begun,
};
process.send?.(listening);
