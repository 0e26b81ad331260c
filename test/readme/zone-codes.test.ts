import { readFileSync } from 'node:fs';
import test from 'ava';
import { zoneRules } from '../../scanner/checks/zone-contents/zone-rules.ts';

test('every code of a zone check is in the docs with its severity and rule', (t) => {
  const page = readFileSync(new URL('../../docs/zone-files.md', import.meta.url), 'utf8');
  const listed = new Set(
    [...page.matchAll(/^\| `(\w+)` \| (\w+) \| (.+) \|$/gm)].map(([, ...parts]) => parts.join(' ')),
  );
  for (const [code, parts] of Object.entries(zoneRules))
    t.true(listed.delete([code, ...parts].join(' ')), code);
  t.deepEqual(
    [...listed].map((line) => line.split(' ')[0]),
    ['syntax', 'other_zone'],
  );
});
