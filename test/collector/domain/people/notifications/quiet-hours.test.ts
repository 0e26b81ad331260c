import test from 'ava';
import fc from 'fast-check';
import { quietFor } from '../../../../../collector/domain/people/notifications/quiet-hours.ts';

const timeOfDay = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));

test('quiet hours of a night end in the morning', (t) => {
  const hours = { from: '22:00', to: '07:00', timeZone: 'UTC' };
  const at = (time: string) => quietFor(hours, Date.parse(`2026-03-01T${time}Z`));
  t.is(at('21:59:59'), undefined);
  t.is(at('22:00:00'), 9 * 3_600);
  t.is(at('23:59:30'), 7 * 3_600 + 30);
  t.is(at('06:59:59'), 1);
  t.is(at('07:00:00'), undefined);
});

test('after the time that is told they are over, if the clocks are not changed in between', (t) => {
  fc.assert(
    fc.property(
      timeOfDay,
      timeOfDay,
      fc.integer({ min: 1e9, max: 2e9 }).map((second) => second * 1_000),
      (from, to, now) => {
        const hours = { from, to, timeZone: 'Asia/Kathmandu' };
        fc.pre(from !== to);
        const seconds = quietFor(hours, now);
        if (seconds === undefined) return;
        t.true(seconds > 0 && seconds <= 86_400);
        t.is(quietFor(hours, now + seconds * 1_000), undefined);
        t.not(quietFor(hours, now + (seconds - 1) * 1_000), undefined);
      },
    ),
  );
});
