import { judgeConfiguration } from '../../../scanner/configuration/judge-configuration.ts';
import { hostileConfigurations } from './hostile-configurations.ts';

/**
 * `scripts/run test/support/configurations/measure-hostile-main.ts [SERVER] [LEAST]`: milliseconds of processor time for configurations that are made to
 * cost, of half the length that is taken and of all of it; those that take `LEAST` ms.
 */
const [only, least = '50'] = process.argv.slice(2);
const most = 1_048_576;

function measure(serverType: string, text: string): number {
  const content = Buffer.from(text);
  const start = process.cpuUsage();
  try {
    judgeConfiguration({ files: [{ name: 'file', content }], serverType });
  } catch (error) {
    console.log(`${serverType}: ${(error as Error).message}`);
  }
  const { user, system } = process.cpuUsage(start);
  return Math.round((user + system) / 1_000);
}

const wanted = process.argv[4];
for (const { serverType, what, text } of hostileConfigurations(only === 'all' ? undefined : only)) {
  if (wanted !== undefined && wanted !== what) continue;
  const half = measure(serverType, text(most / 2).slice(0, most));
  const whole = measure(serverType, text(most).slice(0, most));
  if (whole >= Number(least)) console.log(`${serverType}, ${what}: ${half} ms, twice as long ${whole} ms`);
}
