import test from 'ava';
import fc from 'fast-check';
import { Histogram, Registry } from 'prom-client';
import { createPrometheusMeter } from '../../../collector/metrics/prometheus-meter.ts';

const name = 'sonde_test_seconds';
const help = 'What is tested.';
const buckets = [0.001, 0.5, 2];

test('it is written as prom-client writes its own', async (t) => {
  const observation = fc.record({
    value: fc.double({ min: 0, max: 4, noNaN: true }),
    route: fc.constantFrom('/a', '/b"\\\n'),
  });
  const check = async (observations: { value: number; route: string }[]) => {
    const ours = new Registry();
    const theirs = new Registry();
    const histogram = createPrometheusMeter(ours).histogram(name, help, buckets, ['route']);
    const reference = new Histogram({ name, help, buckets, labelNames: ['route'], registers: [theirs] });
    for (const { value, route } of observations) {
      histogram.series({ route }).observe(value);
      reference.observe({ route }, value);
    }
    t.is(await ours.metrics(), await theirs.metrics());
  };
  await fc.assert(fc.asyncProperty(fc.array(observation), check));
});

test('without labels it is there from the start', async (t) => {
  const registry = new Registry();
  const histogram = createPrometheusMeter(registry).histogram(name, help, buckets);
  t.regex(await registry.metrics(), /^sonde_test_seconds_count 0$/m);
  histogram.observe(0.5);
  histogram.observe(7);
  const text = await registry.metrics();
  t.regex(text, /^sonde_test_seconds_bucket\{le="0.5"\} 1$/m);
  t.regex(text, /^sonde_test_seconds_bucket\{le="\+Inf"\} 2$/m);
  t.regex(text, /^sonde_test_seconds_sum 7.5$/m);
});

test('one name has one metric', (t) => {
  const meter = createPrometheusMeter(new Registry());
  meter.histogram(name, help, buckets);
  t.throws(() => meter.histogram(name, help, buckets), { message: /already been registered/ });
});
