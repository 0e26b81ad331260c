import test from 'ava';

test('before', (t) => t.pass());

test('what nobody awaits', async () => {
  setImmediate(() => {
    throw new Error('nobody awaits this');
  });
  await new Promise(() => setTimeout(() => undefined, 60_000));
});
