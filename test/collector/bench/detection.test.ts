import test from 'ava';
import { runDetectionBench } from '../../../collector/bench/detection/run-detection-bench.ts';
import {
  createDetectorsOfBench,
  renderDetectionBench,
} from '../../../collector/cli/bench-detection-command.ts';

test('a small site is quiet, and every pattern is found at full speed', async (t) => {
  const result = await runDetectionBench({
    site: { clients: 250, perClient: 300 },
    minutes: 90,
    speeds: [1],
    clientsInNoise: 0,
    seed: 5,
    createExamine: createDetectorsOfBench,
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  t.true(result.rows > 10_000);
  t.deepEqual(result.falseAlerts, {});
  const missed = result.patterns.filter(({ alone }) => alone[0] === undefined).map(({ name }) => name);
  t.deepEqual(missed, []);
  t.true(result.patterns.length >= 65);
  for (const { name, family, alone } of result.patterns)
    if (family === 'tunnel') t.true(alone[0]!.seconds <= 60 || alone[0]!.queries * 180 <= 200_000, name);
  t.regex(renderDetectionBench(result), /^\d+ harmless rows .* 0 alerts above a remark/);
});

test('detectors that see nothing find nothing', async (t) => {
  const { patterns, falseAlerts } = await runDetectionBench({
    site: { clients: 5, perClient: 100 },
    minutes: 1,
    speeds: [1],
    clientsInNoise: 0,
    seed: 5,
    createExamine: () => () => [],
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  t.true(patterns.every(({ alone }) => alone[0] === undefined));
  t.deepEqual(falseAlerts, {});
});
