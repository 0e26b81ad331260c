import test from 'ava';
import { judgeConfiguration } from '../../../scanner/configuration/judge-configuration.ts';
import { hostileConfigurations } from '../../support/configurations/hostile-configurations.ts';

/** Milliseconds of processor time, the least of several tries. */
function costOf(serverType: string, text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 3; time++) {
    const start = process.cpuUsage();
    judgeConfiguration({ files: [{ name: 'file', content: Buffer.from(text) }], serverType });
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1_000);
    if (least < noise) break;
  }
  return least;
}

/** Those whose cost once grew with the square; the measurement goes through all. */
const grown = new Set([
  'lines without semicolons',
  'an acl of many addresses, and many zones that name it',
  'many views',
  'networks that are alike',
  'many forwarders',
  'an option of many parts',
  'a pattern of many, and many zones',
]);
const length = 12_000;
/** Of what takes less, nothing can be told. */
const noise = 25;
/** Four times as much text costs sixteen times as much where the cost grows with its square. */
const most = 9;

test('what a configuration costs does not grow with the square of its length', (t) => {
  for (const { serverType, what, text } of hostileConfigurations()) {
    if (!grown.has(what)) continue;
    const cost = costOf(serverType, text(4 * length));
    if (cost < noise) continue;
    const before = Math.max(costOf(serverType, text(length)), noise / most);
    t.true(cost / before < most, `${serverType}, ${what}: ${before} ms, four times as long ${cost} ms`);
  }
  t.pass();
});

test('access lists that are too many to be compared are told of', (t) => {
  const text = hostileConfigurations('bind')
    .find(({ what }) => what === 'many views')!
    .text(300_000);
  const { findings } = judgeConfiguration({
    files: [{ name: 'f', content: Buffer.from(text) }],
    serverType: 'bind',
  });
  t.true(findings.some(({ code }) => code === 'access_not_judged'));
});
