import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { storedName, storedOctet } from '@sonde/shared/dns/names.ts';
import { nameBytes } from '@sonde/shared/policy/rpz-owner.ts';
import { RpzRules } from '@sonde/shared/policy/rpz-rules.ts';
import { rpzText } from '@sonde/shared/policy/rpz-text.ts';
import test from 'ava';
import fc from 'fast-check';
import { policyZone, rule } from '../../support/resolvers/policy-zone.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const label = fc
  .uint8Array({ minLength: 1, maxLength: 12 })
  .map((octets) => Array.from(octets, storedOctet).join(''));
const name = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'));

test('BIND reads names of any octets from the zone as text as we meant them', async (t) => {
  const path = join(await temporaryDirectory(t), 'policy.zone');
  const names = [...new Set(fc.sample(name, 2_000))].filter((text) => text !== '*' && !text.startsWith('*.'));
  const rules = new RpzRules(nameBytes(policyZone));
  rules.replace(names.map((text, index) => rule(String(index), { kind: 'name', name: text })));
  t.is(rules.problems.size, 0);
  await writeFile(path, [...rpzText(policyZone, 1, rules.entries())].join(''));
  const args = ['-q', '-D', '-k', 'ignore', '-n', 'ignore', '-o', '-', policyZone, path];
  const canonical = execFileSync('named-checkzone', args, { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });
  const read = canonical
    .split('\n')
    .filter((line) => /\sCNAME\s/.test(line))
    .map((line) => storedName(line.slice(0, line.search(/\s/)))?.slice(0, -policyZone.length - 1));
  t.deepEqual(read.sort(), [...names].sort());
});
