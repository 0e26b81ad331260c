import { readdir } from 'node:fs/promises';
import test from 'ava';
import { jobs } from '../../../collector/jobs/index.ts';
import { runJobs } from '../../../collector/jobs/run-jobs.ts';
import { createTestMeter } from '../../support/meter.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { until } from '../../support/until.ts';

test('a job runs again and again, a failure is counted and does not end it', async (t) => {
  let runs = 0;
  let running = 0;
  const meter = createTestMeter();
  const log = createRecordingLog();
  const job = {
    name: 'count',
    summary: '',
    everySeconds: 0.005,
    run: async () => {
      t.is(running, 0);
      running++;
      await new Promise((resolve) => setTimeout(resolve, 10));
      running--;
      runs++;
      if (runs === 2) throw new Error('not today');
    },
  };
  const jobsRunning = runJobs([job], {}, { log, meter });
  await until(() => runs >= 4);
  await jobsRunning.stop();
  const atEnd = runs;
  await new Promise((resolve) => setTimeout(resolve, 40));
  t.is(runs, atEnd);
  t.is(meter.counts.get('sonde_job_runs_total count failed'), 1);
  t.is(log.lines.length, 1);
});

test('a job that others wait for has run when they are told', async (t) => {
  let done = false;
  const job = {
    name: 'first',
    summary: '',
    everySeconds: 1_000,
    beforeReady: true,
    run: async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      done = true;
    },
  };
  const running = runJobs([job], {}, { log: createRecordingLog(), meter: createTestMeter() });
  await running.ready;
  t.true(done);
  await running.stop();
});

test('every job of every file is listed', async (t) => {
  const folder = new URL('../../../collector/jobs/', import.meta.url);
  const machinery = ['define-job.ts', 'run-jobs.ts', 'index.ts'];
  const files = (await readdir(folder, { recursive: true })).filter(
    (path) => path.endsWith('.ts') && !machinery.includes(path),
  );
  const declared: string[] = [];
  for (const file of files) {
    const exported = Object.values<object>(await import(new URL(file, folder).href));
    const names = exported.flatMap((one) =>
      'everySeconds' in one && 'name' in one ? [String(one.name)] : [],
    );
    t.true(names.length > 0, `${file} declares no job.`);
    declared.push(...names);
  }
  t.true(declared.length > 20);
  t.deepEqual(jobs.map(({ name }) => name).sort(), declared.sort());
});
