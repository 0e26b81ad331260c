import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { rootDirectory, runModule } from './support.ts';

test('the source of pcap that is installed is the one with the bound', (t) => {
  const source = readFileSync(join(rootDirectory, 'node_modules', 'pcap', 'pcap_session.cc'), 'utf8');
  t.true(source.includes('while (packet_count > 0 && --budget > 0);'));
});

test('the bound is put in once, and foreign source is left alone', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'sonde-bound-'));
  t.teardown(() => rmSync(directory, { recursive: true, force: true }));
  const source = join(directory, 'pcap_session.cc');
  const bound = async (text: string) => {
    writeFileSync(source, text);
    const call = `import { boundDispatch } from '#launcher/bound-dispatch.mjs';
      const directory = ${JSON.stringify(directory)};
      process.stdout.write(JSON.stringify([boundDispatch(directory), boundDispatch(directory)]));`;
    const { stdout, stderr, code } = await runModule(call);
    t.is(code, 0, stderr);
    return JSON.parse(stdout) as boolean[];
  };
  const original = '    int packet_count;\n    do {\n    } while (packet_count > 0);\n';
  t.deepEqual(await bound(original), [true, false]);
  t.regex(readFileSync(source, 'utf8'), /int budget = 1024;\n {4}do \{/);
  t.deepEqual(await bound('int main() {}\n'), [false, false]);
  t.is(readFileSync(source, 'utf8'), 'int main() {}\n');
});
