import test from 'ava';
import { judgeConfiguration } from '../../../scanner/configuration/judge-configuration.ts';
import { hostileConfigurations } from '../../support/configurations/hostile-configurations.ts';

/** Milliseconds of processor time that one judgement of the text takes. */
function costOf(serverType: string, text: string): number {
  const start = process.cpuUsage();
  judgeConfiguration({ files: [{ name: 'file', content: Buffer.from(text) }], serverType });
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
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

/**
 * Milliseconds that a text and one four times as long take, the least of what a busy machine gives in turns: the first turn that settles
 * the question is the last.
 */
function costsOf(serverType: string, text: (length: number) => string): readonly [number, number] {
  const texts = [text(length), text(4 * length)] as const;
  let [before, cost] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let turn = 0; turn < 12 && cost >= Math.max(noise, most * before); turn++) {
    cost = Math.min(cost, costOf(serverType, texts[1]));
    if (cost >= noise) before = Math.min(before, costOf(serverType, texts[0]));
  }
  return [before, cost];
}

test('what a configuration costs does not grow with the square of its length', (t) => {
  for (const { serverType, what, text } of hostileConfigurations()) {
    if (!grown.has(what)) continue;
    const [before, cost] = costsOf(serverType, text);
    const enough = cost < noise || cost < most * before;
    t.true(enough, `${serverType}, ${what}: ${before} ms, four times as long ${cost} ms`);
  }
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
