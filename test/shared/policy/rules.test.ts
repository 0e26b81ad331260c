import { rpzAnswer } from '@sonde/shared/policy/rpz-answer.ts';
import { nameBytes, rpzOwners } from '@sonde/shared/policy/rpz-owner.ts';
import { RpzRules } from '@sonde/shared/policy/rpz-rules.ts';
import { rpzText } from '@sonde/shared/policy/rpz-text.ts';
import { zoneName } from '@sonde/shared/policy/rpz-zone.ts';
import { type PolicyRule, policyRuleSchema } from '@sonde/shared/policy/rule.ts';
import test from 'ava';
import fc from 'fast-check';

const zoneBytes = nameBytes('policy.sonde');
const owners = (kind: string, value: string) => {
  const of = kind === 'client' || kind === 'response' ? { network: value } : { name: value };
  return rpzOwners({ kind, ...of } as PolicyRule['match'], zoneBytes);
};

test('what a rule is about as owner names', (t) => {
  t.deepEqual(owners('name', 'WWW.Example.COM.'), ['www.example.com']);
  t.deepEqual(owners('wildcard', 'example.com'), ['*.example.com']);
  t.deepEqual(owners('domain', 'example.com'), ['example.com', '*.example.com']);
  t.deepEqual(owners('wildcard', '.'), ['*']);
  t.deepEqual(owners('client', '192.0.2.77/24'), ['24.0.2.0.192.rpz-client-ip']);
  t.deepEqual(owners('response', '192.0.2.77'), ['32.77.2.0.192.rpz-ip']);
  t.deepEqual(owners('client', '10.255.0.0/9'), ['9.0.0.128.10.rpz-client-ip']);
  t.deepEqual(owners('response', '2001:db8::/32'), ['32.zz.db8.2001.rpz-ip']);
  t.deepEqual(owners('response', '2001:db8:0:1::1'), ['128.1.zz.1.0.db8.2001.rpz-ip']);
  t.deepEqual(owners('response', '2001:db8::1:0:0:1'), ['128.1.0.0.1.zz.db8.2001.rpz-ip']);
  t.deepEqual(owners('response', '1:2:3:4:5:6:7:8'), ['128.8.7.6.5.4.3.2.1.rpz-ip']);
});

test('what has no form in a policy zone is named', (t) => {
  t.is(owners('name', '.'), 'name_is_root');
  t.is(owners('domain', '.'), 'name_is_root');
  t.is(owners('client', '0.0.0.0/0'), 'prefix_too_short');
  t.is(owners('name', '32.1.2.0.192.rpz-ip'), 'name_reserved');
  t.is(owners('name', '*.example.com'), 'name_reserved');
  const long = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(49)}`;
  t.is(owners('name', long), 'name_too_long');
  t.deepEqual(owners('name', long.slice(1)), [long.slice(1)]);
  t.is(owners('wildcard', long.slice(1)), 'name_too_long');
  for (const name of ['.', '*', '*.x', 'rpz-drop', 'a.rpz-passthru']) {
    t.is(rpzAnswer({ kind: 'redirect', name }), undefined, name);
  }
  t.throws(() => zoneName('.'), { instanceOf: RangeError });
  t.throws(() => zoneName(`${'a'.repeat(63)}.${'b'.repeat(63)}`), { instanceOf: RangeError });
  t.is(zoneName('Policy.Sonde.'), 'policy.sonde');
});

test('the schema takes what a rule can be and nothing else', (t) => {
  const base = { id: 'r1', match: { kind: 'name', name: 'a.example' }, action: { kind: 'block' } };
  const parsed = policyRuleSchema.parse(base);
  t.deepEqual(parsed.action, { kind: 'block', answer: 'nxdomain' });
  t.is(parsed.priority, 0);
  for (const change of [
    { id: '' },
    { id: 'two words' },
    { match: { kind: 'name', name: 'a..b' } },
    { match: { kind: 'client', network: '192.0.2.0/33' } },
    { match: { kind: 'client', network: 'fe80::1%eth0' } },
    { match: { kind: 'other', name: 'a.example' } },
    { action: { kind: 'redirect_to_addresses', addresses: [] } },
    { action: { kind: 'redirect_to_addresses', addresses: ['300.1.1.1'] } },
    { action: { kind: 'block', answer: 'explode' } },
    { priority: -1 },
    { schedule: { days: [8], from: '08:00', to: '09:00' } },
  ]) {
    t.false(policyRuleSchema.safeParse({ ...base, ...change }).success, JSON.stringify(change));
  }
});

const anyRule = fc
  .record({
    id: fc.integer({ min: 1, max: 12 }).map(String),
    kind: fc.constantFrom('name', 'wildcard', 'domain'),
    name: fc.constantFrom('a.example', 'b.example', 'example', '.', 'x.rpz-ip'),
    action: fc.constantFrom(
      { kind: 'block' },
      { kind: 'block', answer: 'drop' },
      { kind: 'allow' },
      { kind: 'log' },
      { kind: 'redirect', name: 'c.example' },
      { kind: 'redirect', name: 'rpz-drop' },
    ),
    priority: fc.integer({ min: 0, max: 2 }),
  })
  .map(({ id, kind, name, action, priority }) =>
    policyRuleSchema.parse({ id, match: { kind, name }, action, priority }),
  );

test('changes step by step lead where the rules as a whole lead', (t) => {
  const sorted = (entries: Iterable<readonly [string, string]>) => Object.fromEntries([...entries].sort());
  const keys = (entries: Iterable<readonly [string, { key: string }]>) =>
    [...entries].map(([owner, { key }]) => [owner, key] as const);
  const steps = fc.array(
    fc.record({
      put: fc.array(anyRule, { maxLength: 6 }),
      removed: fc.array(fc.integer({ min: 1, max: 12 }).map(String)),
    }),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(steps, (changes) => {
      const stepwise = new RpzRules(zoneBytes);
      const held = new Map<string, PolicyRule>();
      const zone = new Map<string, string>();
      for (const { put, removed } of changes) {
        const result = stepwise.apply(put, removed);
        for (const owner of result.removed) t.true(zone.delete(owner));
        for (const [owner, answer] of result.put) zone.set(owner, answer.key);
        for (const id of removed) held.delete(id);
        for (const rule of put) held.set(rule.id, rule);
      }
      const whole = new RpzRules(zoneBytes);
      const expected = whole.replace(held.values());
      t.deepEqual(sorted(zone), sorted(keys(expected.put)));
      t.deepEqual(sorted(keys(stepwise.entries())), sorted(zone));
      t.deepEqual(sorted(stepwise.problems), sorted(whole.problems));
      const again = stepwise.replace(held.values());
      t.deepEqual(again, { removed: [], put: [] });
    }),
    { numRuns: 500 },
  );
});

test('one rule wins among those about the very same thing', (t) => {
  const rule = (id: string, action: object, priority = 0) =>
    policyRuleSchema.parse({ id, match: { kind: 'name', name: 'a.example' }, action, priority });
  const rules = new RpzRules(zoneBytes);
  const winner = () => [...rules.entries()][0]?.[1].key;
  rules.apply([rule('a', { kind: 'block' })], []);
  t.is(winner(), 'CNAME .');
  rules.apply([rule('b', { kind: 'allow' })], []);
  t.is(winner(), 'CNAME rpz-passthru');
  rules.apply([rule('c', { kind: 'block', answer: 'drop' }, 5)], []);
  t.is(winner(), 'CNAME rpz-drop');
  t.deepEqual(
    [...rules.outranked()].map(({ id }) => id),
    ['b', 'a'],
  );
  rules.apply([rule('d', { kind: 'log' }, 9)], ['c']);
  t.is(winner(), 'CNAME rpz-passthru');
  t.is(rules.size, 3);
  const many = Array.from({ length: 100 }, (_, index) => rule(`many-${index}`, { kind: 'block' }));
  rules.apply(many, []);
  t.is([...rules.problems.values()].filter((problem) => problem === 'too_many_alike').length, 38);
});

test('the zone as text', (t) => {
  const rules = new RpzRules(zoneBytes);
  rules.replace([
    policyRuleSchema.parse({
      id: '1',
      match: { kind: 'name', name: 'a;"$@().example' },
      action: { kind: 'block' },
    }),
    policyRuleSchema.parse({
      id: '2',
      match: { kind: 'response', network: '192.0.2.0/24' },
      action: { kind: 'redirect_to_addresses', addresses: ['2001:db8::1', '192.0.2.1'] },
    }),
    policyRuleSchema.parse({
      id: '3',
      match: { kind: 'wildcard', name: 'b.example' },
      action: { kind: 'redirect', name: 'c.example' },
    }),
  ]);
  t.is(
    [...rpzText('policy.sonde', 7, rules.entries())].join(''),
    `$ORIGIN policy.sonde.
$TTL 30
@ SOA localhost. hostmaster.localhost. 7 30 5 2419200 30
@ NS localhost.
a\\;\\"\\$\\@\\(\\).example CNAME .
24.0.2.0.192.rpz-ip A 192.0.2.1
24.0.2.0.192.rpz-ip AAAA 2001:db8::1
*.b.example CNAME c.example.
`,
  );
});
