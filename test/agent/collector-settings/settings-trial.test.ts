import test from 'ava';
import { SettingsTrial } from '../../../agent/collector-settings/settings-trial.ts';

function start() {
  const now = { rows: 0, failing: 0 };
  const trial = new SettingsTrial({ rows: () => now.rows, failing: () => now.failing });
  const steps = (count: number, rows: number) => {
    let result: ReturnType<SettingsTrial['step']>;
    for (let step = 0; step < count && result === undefined; step++) {
      now.rows += rows;
      result = trial.step();
    }
    return result;
  };
  return { now, trial, steps };
}

test('silence after rows came is a mistake; a quiet site is quiet', (t) => {
  const busy = start();
  busy.steps(8, 10);
  busy.trial.begin();
  t.is(busy.steps(8, 0), 'silent');
  const quiet = start();
  quiet.steps(8, 1);
  quiet.trial.begin();
  t.is(quiet.steps(8, 0), 'passed');
});

test('rows of queries that waited already are no sign of life, later ones are', (t) => {
  const { trial, steps, now } = start();
  steps(8, 10);
  trial.begin();
  steps(2, 5);
  t.is(steps(6, 0), 'silent');
  steps(8, 10);
  trial.begin();
  steps(7, 0);
  now.rows++;
  t.is(steps(1, 0), 'passed');
});

test('settings that follow others on trial are compared with what was before those', (t) => {
  const { trial, steps } = start();
  steps(8, 10);
  trial.begin();
  steps(4, 0);
  trial.begin();
  t.is(steps(8, 0), 'silent');
});

test('an input that fails since ends the trial, one that failed before does not', (t) => {
  const { trial, steps, now } = start();
  now.failing = 1;
  trial.begin();
  t.is(steps(8, 1), 'passed');
  trial.begin();
  now.failing = 2;
  t.is(steps(8, 1), 'failing');
});

test('rows that came since the last step, or before the first, count as well', (t) => {
  const { trial, steps, now } = start();
  now.rows = 30;
  trial.begin();
  t.is(steps(8, 0), 'silent');
  now.rows += 30;
  trial.begin();
  t.is(steps(8, 0), 'silent');
  trial.begin();
  t.is(steps(8, 0), 'passed');
});
