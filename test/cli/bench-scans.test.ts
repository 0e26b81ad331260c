import test from 'ava';
import { runSonde } from '../support/run-sonde.ts';

test('the bench of scans makes a closed Internet, and finds each domain as it was made', async (t) => {
  t.timeout(300_000);
  const args = ['--domains', '20', '--peer-domains', '10', '--slow-domains', '10', '--json'];
  const { exitCode, stdout, stderr } = await runSonde(['bench', 'scans', ...args]);
  t.is(exitCode, 0, stderr);
  const { domains, otherVerdicts, scansPerMinute, questions, memoryMib, late, beside } = JSON.parse(stdout);
  t.is(domains, 20);
  t.deepEqual(otherVerdicts, {});
  t.true(scansPerMinute > 0 && memoryMib > 0 && beside.alone.processorMilliseconds > 0);
  t.true(questions.p50 > 10 && questions.most < 100);
  // No scan is over before its longest way was gone.
  t.true(late.evenRoundTrips >= 3 && late.farOverSlowest >= 1);
});
