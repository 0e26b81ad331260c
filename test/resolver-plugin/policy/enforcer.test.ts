import { policyDocumentSchema } from '@sonde/shared/policy/document.ts';
import type { RpzChanges } from '@sonde/shared/policy/rpz-rules.ts';
import test from 'ava';
import { Enforcer } from '../../../resolver-plugin/policy/enforcer.ts';
import type { PolicyTarget } from '../../../resolver-plugin/policy/target.ts';
import { RpzZone } from '../../../resolver-plugin/rpz/zone.ts';

class Recorder implements PolicyTarget {
  readonly changes: RpzChanges[] = [];
  changed(changes: RpzChanges): void {
    this.changes.push(changes);
  }
  async idle(): Promise<void> {}
}

const monday = Date.parse('2026-03-16T07:00:00Z');
const hour = 3_600_000;
const schedule = { days: [1], from: '08:00', to: '10:00' };
const document = (version: number, rules: object[]) =>
  policyDocumentSchema.parse({ resolver_id: 'r', version, issued_at: '2026-03-01T00:00:00.000Z', rules });
const name = (id: string, more: object = {}) => ({
  id,
  match: { kind: 'name', name: `${id}.example` },
  action: { kind: 'block' },
  ...more,
});

test('only what changes reaches the zone, and rules come and go with their schedule', (t) => {
  const target = new Recorder();
  const zone = new RpzZone({ name: 'policy.sonde', now: monday });
  const enforcer = new Enforcer(zone, [target]);
  enforcer.enforce(document(1, [name('always'), name('morning', { schedule }), name('rpz-ip')]), monday);
  t.is(zone.size, 2);
  t.is(zone.answer('always.example')?.key, 'CNAME .');
  t.is(zone.answer('morning.example'), undefined);
  t.is(target.changes.length, 1);

  enforcer.tick(monday + hour / 2);
  t.is(target.changes.length, 1);
  const serial = zone.serial;
  enforcer.tick(monday + hour);
  t.is(zone.answer('morning.example')?.key, 'CNAME .');
  t.true(zone.serial > serial);
  enforcer.enforce(document(2, [name('always'), name('morning', { schedule })]), monday + hour);
  t.deepEqual(target.changes.at(-1), { removed: ['rpz-ip.example'], put: [] });
  enforcer.tick(monday + 3 * hour);
  t.is(zone.answer('morning.example'), undefined);
  enforcer.enforce(document(3, [name('always')]), monday + 3 * hour);
  t.is(target.changes.length, 4);
});

test('what cannot be enforced is said', (t) => {
  const enforcer = new Enforcer(new RpzZone({ name: 'policy.sonde', now: monday }), []);
  enforcer.enforce(
    document(1, [
      { ...name('everybody'), match: { kind: 'client', network: '::/0' } },
      { ...name('a'), match: { kind: 'name', name: 'same.example' } },
      { ...name('b'), match: { kind: 'name', name: 'same.example' }, action: { kind: 'allow' } },
    ]),
    monday,
  );
  t.deepEqual([...enforcer.problems], [['everybody', 'prefix_too_short']]);
  t.deepEqual(enforcer.outranked(), ['a']);
});

test('a change step by step leads where the whole policy leads', (t) => {
  const zone = new RpzZone({ name: 'policy.sonde', now: monday });
  const enforcer = new Enforcer(zone, []);
  const rules = (version: number, list: object[]) => document(version, list).rules;
  enforcer.enforce(document(1, [name('a'), name('b', { schedule })]), monday + hour);
  t.is(zone.size, 2);
  enforcer.change(
    { put: rules(2, [name('c', { schedule }), name('a', { schedule })]), removed: ['b'] },
    monday,
  );
  t.is(zone.size, 0);
  enforcer.tick(monday + hour);
  t.deepEqual([zone.answer('a.example')?.key, zone.answer('c.example')?.key], ['CNAME .', 'CNAME .']);
  t.is(zone.answer('b.example'), undefined);
  enforcer.change({ put: rules(3, [name('a')]), removed: ['c'] }, monday + hour);
  enforcer.tick(monday + 3 * hour);
  t.is(zone.size, 1);
});
