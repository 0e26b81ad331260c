import test from 'ava';
import { type BurstOptions, socketBurst } from './socket-burst.ts';

/** SONDE_LOAD=1 asks for the load that an installation is built for: minutes and gigabytes that a suite does not have. */
const full = process.env.SONDE_LOAD === '1';
const options: BurstOptions = full
  ? { sockets: 5_000, events: 1_000, atOnce: 10, stuck: 50, eventsForStuck: 4_000 }
  : { sockets: 200, events: 1_000, atOnce: 10, stuck: 5, eventsForStuck: 4_000 };

test('a burst reaches every subscriber, and those who do not read harm nobody', async (t) => {
  t.timeout(full ? 600_000 : 120_000);
  const result = await socketBurst(options);
  t.log(
    `${options.sockets} sockets, ${options.events} events: ${result.received} received, ${result.leftOut} left out, ` +
      `${options.stuck} stuck ones spared ${result.keptFromStuck}; ${(result.milliseconds / 1_000).toFixed(1)} s; ${(result.growthBytes / 2 ** 20).toFixed(0)} MiB more at most, ` +
      `${(result.bytesPerSocket / 1_024).toFixed(0)} KiB a socket; longest block ${result.longestBlock.toFixed(0)} ms`,
  );
  // Everybody accounts for every event: it was heard, or told to be left out.
  t.is(result.leastHeard, options.events);
  t.is(result.mostHeard, options.events);
  t.is(result.received + result.leftOut, options.sockets * options.events);
  t.true(result.keptFromStuck > 0);
  // 500 packets of some 200 bytes may wait for each, and what they are wrapped in.
  const bound = 256 * 2 ** 20 + options.sockets * 500 * 1_024 + options.stuck * 500 * 10_240;
  t.true(result.growthBytes < bound, `${result.growthBytes} bytes`);
});
