import test from 'ava';
import { judgeConfiguration } from '../../../scanner/configuration/judge-configuration.ts';
import { serverTypes } from '../../../scanner/configuration/server-types.ts';
import { type ListedConfiguration, readSet } from '../../support/configurations/configuration-sets.ts';

const judge = ({ serverType, text }: ListedConfiguration) =>
  judgeConfiguration({ files: [{ name: 'file', content: Buffer.from(text) }], serverType });
const typesOf = (set: readonly ListedConfiguration[]) => [
  ...new Set(set.map(({ serverType }) => serverType)),
];

const sound = readSet('sound');
const weak = readSet('weak');

test('both sets have forty configurations at least, and each server is in both', (t) => {
  for (const set of [sound, weak]) {
    t.true(set.length >= 40, `${set.length}`);
    t.deepEqual(typesOf(set).sort(), [...serverTypes].sort());
  }
});

for (const one of sound) {
  test(`sound: ${one.serverType}: ${one.heading}`, (t) => {
    const { valid, findings } = judge(one);
    t.deepEqual(findings, []);
    t.true(valid);
  });
}

for (const one of weak) {
  test(`weak: ${one.serverType}: ${one.heading}`, (t) => {
    const { valid, findings } = judge(one);
    const codes = findings.map(({ code }) => code);
    t.true(codes.includes(one.heading.split(':')[0]!), `${codes}`);
    t.true(valid, 'it is weak, and no server refuses it');
  });
}

for (const one of readSet('large')) {
  test(`large: ${one.serverType}: ${one.heading}`, (t) => {
    const { valid, findings } = judge(one);
    t.true(valid, JSON.stringify(findings.filter(({ refused }) => refused)));
  });
}

const later: readonly (readonly [string, string, string, string])[] = [
  ['unbound', 'server:\n  harden-unverified-glue: yes\n', '1.17', '1.22'],
  ['unbound', 'server:\n  local-zone: "ads.example" block_a\n', '1.17.1', '1.18'],
  ['nsd', 'server:\n  proxy-protocol-port: 5353\n', '4.6', '4.7.1'],
  ['knot', 'zone:\n  - domain: a.example\n    default-ttl: 300\n', '3.2.6', '3.4'],
  ['knot', 'policy:\n  - id: a\n    zsk-lifetime: 5w\n', '3.2', '3.3'],
  ['powerdns', 'loglevel-show=yes\n', '4.7', '4.9'],
];

for (const [serverType, text, before, since] of later) {
  test(`later: ${serverType} ${before} refuses what came with a later version: ${text.trim().split('\n').at(-1)}`, (t) => {
    const files = [{ name: 'file', content: Buffer.from(text) }];
    const codes = (version?: string) =>
      judgeConfiguration({ files, serverType, version })
        .findings.filter(({ refused }) => refused)
        .map(({ code }) => code);
    t.deepEqual(codes(before), ['option_newer']);
    t.deepEqual(codes(since), []);
    t.deepEqual(codes(), []);
  });
}
