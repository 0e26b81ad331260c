import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import { SerialKeeper } from '../../../resolver-plugin/policy/serial-keeper.ts';
import { isLater, nextSerial } from '../../../resolver-plugin/rpz/serial.ts';
import { RpzZone } from '../../../resolver-plugin/rpz/zone.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const answer = { key: 'CNAME .', records: [{ type: 'CNAME' as const, value: '.' }] };

test('a zone that changed more often than seconds passed goes on after a restart', async (t) => {
  const path = join(await temporaryDirectory(t), 'serial');
  const failed = (error: unknown) => t.fail(String(error));
  const now = Date.parse('2026-03-16T00:00:00Z');
  const begin = async () => {
    const zone = new RpzZone({ name: 'policy.sonde', now, serial: await SerialKeeper.last(path) });
    return { zone, keeper: await SerialKeeper.open(path, zone, failed) };
  };
  const first = await begin();
  for (let turn = 0; turn < 10_000; turn++) {
    first.zone.update({ removed: [], put: [[`n${turn}.example`, answer]] }, now);
    first.keeper.changed();
    if (turn % 100 === 0) await first.keeper.idle();
  }
  await first.keeper.idle();
  const second = await begin();
  t.true(isLater(second.zone.serial, first.zone.serial));
  await writeFile(path, 'nonsense');
  t.is(await SerialKeeper.last(path), undefined);
});

test('the next serial is always later (RFC 1982), also over the end of the numbers', (t) => {
  const serial = fc.nat(0xffff_ffff);
  fc.assert(
    fc.property(serial, fc.nat(4_000_000_000_000), (from, now) =>
      t.true(isLater(nextSerial(from, now), from)),
    ),
  );
  fc.assert(fc.property(serial, (same) => t.false(isLater(same, same))));
  t.true(isLater(0, 0xffff_ffff));
  t.false(isLater(0xffff_ffff, 0));
});
