import { setImmediate as nextTurn } from 'node:timers/promises';
import test from 'ava';
import type { CaptureErrorCode } from '../../../agent/capture/capture-error.ts';
import { LastingSource } from '../../../agent/capture/lasting-source.ts';
import { ScriptedSource } from '../../support/agent/scripted-source.ts';
import { until } from '../../support/until.ts';

const sink = { packet: () => undefined };

/** A source whose tries end as the script says; `undefined` is one that can be opened. */
function lasting(script: (CaptureErrorCode | undefined)[], waitAtStart = false) {
  const tries: ScriptedSource[] = [];
  const lines: string[] = [];
  const open = (): ScriptedSource => {
    tries.push(new ScriptedSource('tap0', script[tries.length]));
    return tries.at(-1)!;
  };
  const note = (message: string): void => {
    lines.push(message);
  };
  const source = new LastingSource({ open, waitAtStart, retryInterval: 1, log: { info: note, warn: note } });
  return { source, tries, lines };
}

test('an interface that went away is captured on again when it is back, and nothing is forgotten', async (t) => {
  const { source, tries, lines } = lasting([undefined, 'no_such_interface', 'interface_down', undefined]);
  const running = source.run(sink);
  await until(() => source.statistics().captured === 1);
  // Whatever can't be opened says so within this turn of the event loop.
  await nextTurn();
  t.is(source.fault, undefined);
  tries[0]!.fail('interface_gone');
  await until(() => lines.length === 2);
  t.is(source.fault, undefined);
  t.deepEqual(source.statistics(), { captured: 2, dropped: { kernel: 4 } });
  t.deepEqual(lines, ['tap0: interface_gone. The agent waits for it.', 'Capturing on tap0 again.']);
  await source.stop();
  await running;
});

test('what is away from the beginning is waited for only where that is asked for', async (t) => {
  const alone = lasting(['no_such_interface', undefined]);
  await t.throwsAsync(alone.source.run(sink), { code: 'no_such_interface' });
  const { source } = lasting(['interface_down', undefined], true);
  const running = source.run(sink);
  await until(() => source.statistics().captured === 1);
  await source.stop();
  await running;
});

test('what does not pass by itself ends the capture', async (t) => {
  const { source, tries } = lasting([undefined, 'not_permitted'], true);
  const running = source.run(sink);
  await until(() => source.statistics().captured === 1);
  await nextTurn();
  tries[0]!.fail('interface_gone');
  await t.throwsAsync(running, { code: 'not_permitted' });
});

test('it can be stopped while it waits', async (t) => {
  const { source } = lasting(new Array(1_000).fill('no_such_interface'), true);
  const running = source.run(sink);
  await until(() => source.fault !== undefined);
  t.regex(source.fault!, /waits for/);
  await source.stop();
  await t.notThrowsAsync(running);
});
