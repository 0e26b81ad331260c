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
