import { existsSync, readFileSync } from 'node:fs';
import test from 'ava';

const root = new URL('../../../', import.meta.url);
const page = readFileSync(new URL('docs/security.md', root), 'utf8');

test('the page on security goes through all ten points, and the tests that it names exist', (t) => {
  const sections = page.split(/^## /m).slice(1);
  for (let point = 1; point <= 10; point++) {
    const section = sections.find((text) => text.startsWith(`API${point}: `));
    t.regex(section ?? '', /`test\/[\w./-]+\.test\.ts`/, `API${point}`);
  }
  const named = [...page.matchAll(/`(test\/[^`]+)`/g)].map((match) => match[1]!);
  t.true(named.length > 20);
  t.deepEqual(
    named.filter((path) => !existsSync(new URL(path, root))),
    [],
  );
});
