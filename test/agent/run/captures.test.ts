import test from 'ava';
import { Captures } from '../../../agent/run/captures.ts';
import { InterfaceWatch } from '../../../agent/run/interface-watch.ts';
import { ScriptedSource } from '../../support/agent/scripted-source.ts';
import { until } from '../../support/until.ts';

const sink = { packet: () => undefined };

function watched(present: string[], first: readonly string[]) {
  const opened = new Map<string, ScriptedSource>();
  const errors: string[] = [];
  const gone: string[] = [];
  const open = (name: string): ScriptedSource => {
    opened.set(name, new ScriptedSource(name, name === 'radio0' ? 'unknown_link_type' : undefined));
    return opened.get(name)!;
  };
  const watch = new InterfaceWatch({
    choose: async () => present,
    open,
    log: { info: () => undefined },
    interval: 1,
  });
  const captures = new Captures({
    sources: first.map(open),
    watch,
    onGone: ({ message }) => gone.push(message),
    onError: (name) => errors.push(name),
  });
  return { captures, opened, errors, gone };
}

test('interfaces that come are captured on; what those that went counted stays in the sums', async (t) => {
  const present = ['eth0'];
  const { captures, opened, errors, gone } = watched(present, ['eth0']);
  const running = captures.run(sink);
  present.push('wg0', 'radio0');
  await until(() => captures.names.length === 3);
  t.deepEqual(captures.names, ['eth0', 'wg0', 'radio0']);
  t.deepEqual(captures.dropped, { kernel: 4 });
  present.splice(0);
  opened.get('eth0')!.fail('interface_gone');
  opened.get('wg0')!.fail('interface_gone');
  await until(() => captures.names.length === 1);
  t.deepEqual(gone, ['eth0: interface_gone.', 'wg0: interface_gone.']);
  // One that can't be captured on at all is told of, and not tried again.
  t.deepEqual(errors, ['radio0']);
  t.regex(captures.states[0]!.error!, /unknown_link_type/);
  t.deepEqual(captures.dropped, { kernel: 4 });
  present.push('eth0');
  await until(() => captures.names.includes('eth0'));
  t.deepEqual(captures.dropped, { kernel: 6 });
  await captures.stop();
  await running;
});

test('where nothing can be captured on from the beginning, the run says so', async (t) => {
  const { captures } = watched([], ['radio0']);
  await t.throwsAsync(captures.run(sink), { code: 'unknown_link_type' });
});
