import { judgeZoneFile } from '../../../collector/domain/intelligence/zones/judge-zone-file.ts';
import { hostileZones } from './hostile-zones.ts';

/** `scripts/run test/support/zones/measure-hostile-main.ts`: milliseconds that zones take which are made to cost. */
for (const [what, text] of Object.entries(hostileZones())) {
  const start = performance.now();
  let outcome: string;
  try {
    const { records, counts, signatures } = judgeZoneFile({ text, zone: 'example', now: 1_800_000_000 });
    outcome = `${records} records, ${counts.error} errors, ${JSON.stringify(signatures)}`;
  } catch (error) {
    outcome = (error as Error).message;
  }
  const memory = Math.round(process.memoryUsage().rss / 2 ** 20);
  console.log(`${what}: ${Math.round(performance.now() - start)} ms, ${memory} MiB; ${outcome}`);
}
