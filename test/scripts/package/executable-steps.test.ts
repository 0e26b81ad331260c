import test from 'ava';
import { stepsOf } from '../../../scripts/package/build-executable.ts';

test('on macOS the signature goes before the script comes, and is made anew after it', (t) => {
  const steps = stepsOf('/out/sonde-agent', '/scratch/blob', 'darwin');
  t.deepEqual(
    steps.map(([command]) => command),
    ['codesign', process.execPath, 'codesign'],
  );
  t.deepEqual(steps[1]!.slice(-2), ['--macho-segment-name', 'NODE_SEA']);
});

test('elsewhere symbols go first, since stripping would lose the script', (t) => {
  const [first, second, ...more] = stepsOf('/out/sonde-agent', '/scratch/blob', 'linux');
  t.deepEqual(first, ['strip', '/out/sonde-agent']);
  t.is(second![0], process.execPath);
  t.deepEqual(more, []);
});
