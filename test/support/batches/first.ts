import test from 'ava';

// Some files wait while they load.
const loaded = await Promise.resolve('loaded');

test('the title of both', (t) => {
  t.is(loaded, 'loaded');
});

test.serial('what a test is given more', (t, more: string) => t.is(more, 'more'), 'more');
