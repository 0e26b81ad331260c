import test from 'ava';
import { runSonde } from '../support/run-sonde.ts';

test('the bench of scans makes a closed Internet, and finds each domain as it was made', async (t) => {
  t.timeout(900_000);
  const args = ['--domains', '10', '--at-once', '2', '--peer-domains', '1', '--slow-domains', '3', '--json'];
  const { exitCode, stdout, stderr } = await runSonde(['bench', 'scans', ...args]);
  t.is(exitCode, 0, stderr);
  const { domains, otherVerdicts, scansPerMinute, questions, memoryMib, late, beside } = JSON.parse(stdout);
  t.is(domains, 10);
  // On a machine that is busy otherwise a server may be too late for an answer, which is no verdict.
  t.deepEqual(
    Object.keys(otherVerdicts).filter((verdict) => !verdict.endsWith(' null')),
    [],
  );
  t.true(scansPerMinute > 0 && memoryMib > 0 && beside.alone.processorMilliseconds > 0);
  t.true(questions.p50 > 0 && questions.most < 200);
  // No scan is over before its longest way was gone.
  t.true(late.evenRoundTrips >= 2 && late.farOverSlowest >= 1);
});
