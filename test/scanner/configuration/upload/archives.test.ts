import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import fc from 'fast-check';
import { ConfigurationError } from '../../../../scanner/configuration/configuration-error.ts';
import { judgeConfiguration } from '../../../../scanner/configuration/judge-configuration.ts';
import { unpackUpload } from '../../../../scanner/configuration/upload/unpack-upload.ts';
import { type Entry, tarOf, zipOf } from '../../../support/configurations/archives.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const main = 'include "/etc/bind/named.conf.options";\n';
const options = 'options { recursion no; version none; nonsense yes; };\n';
const entries: readonly Entry[] = [
  { name: 'etc/bind/', kind: '5' },
  { name: './etc/bind/named.conf', content: main },
  { name: './etc/bind/named.conf.options', content: options },
  { name: './etc/bind/rndc.key.db', content: Buffer.from([1, 0, 2]) },
];
const files = entries.slice(1);
const packings: Readonly<Record<string, Buffer>> = {
  tar: tarOf(entries),
  'tar.gz': gzipSync(tarOf(entries)),
  zip: zipOf(files),
};
const judge = (content: Buffer, main?: string) =>
  judgeConfiguration({ files: [{ name: 'upload', content }], main });
const refusal = (content: Buffer) => {
  try {
    unpackUpload([{ name: 'upload', content }]);
    return 'taken';
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
};

test('an include is found in an archive, and findings name its file', (t) => {
  for (const [kind, content] of Object.entries(packings)) {
    const verdict = judge(content);
    t.like(verdict, { serverType: 'bind', valid: false, missing: [] }, kind);
    t.deepEqual(
      verdict.files.map(({ name, used }) => [name, used]),
      [
        ['etc/bind/named.conf', true],
        ['etc/bind/named.conf.options', true],
      ],
    );
    t.like(verdict.findings[0], { code: 'unknown_option', file: 'etc/bind/named.conf.options', line: 1 });
  }
});

test('archives of the usual tool are read, long names too', async (t) => {
  const directory = await temporaryDirectory(t);
  const long = 'f'.repeat(60);
  mkdirSync(join(directory, long, long), { recursive: true });
  writeFileSync(join(directory, long, long, 'named.conf'), options);
  for (const format of ['gnu', 'pax', 'ustar']) {
    const content = execFileSync('tar', ['-c', `--format=${format}`, long], { cwd: directory });
    t.deepEqual(
      judge(content).files.map(({ name }) => name),
      [`${long}/${long}/named.conf`],
    );
  }
});

test('what leads out, links, and what is too much is refused', (t) => {
  const named = (name: string) => [{ name, content: 'x' }];
  for (const name of ['../named.conf', 'a/../../x', '..']) {
    t.regex(refusal(tarOf(named(name))), /leads out/);
    t.regex(refusal(zipOf(named(name))), /leads out/);
  }
  for (const kind of ['1', '2', '3', '4', '6', 'S', 'K'])
    t.regex(refusal(tarOf([{ name: 'a', kind }])), /a link or a device/);
  t.regex(refusal(zipOf([{ name: 'a', content: '/etc/passwd', mode: 0o120777 }])), /a link or a device/);
  const many = Array.from({ length: 501 }, (_, index) => ({ name: `f${index}`, content: 'x' }));
  t.regex(refusal(tarOf(many)), /more than 500 files/);
  t.regex(refusal(zipOf(many)), /more than 500 files/);
  t.regex(refusal(tarOf([...named('a'), ...named('./a')])), /same name/);
  const zeros = (megabytes: number) => 'a'.repeat(megabytes * 1_048_576);
  t.regex(refusal(gzipSync(Buffer.alloc(64 * 1_048_576))), /too large/);
  t.regex(refusal(zipOf([{ name: 'a', content: zeros(9) }])), /too large/);
  t.regex(refusal(zipOf([{ name: 'a', content: zeros(1) }])), /times as long/);
  t.regex(refusal(tarOf([{ name: 'a', content: zeros(2) }])), /1 MiB/);
  t.regex(refusal(zipOf(named('a')).subarray(0, -1)), /cut short/);
  t.regex(refusal(tarOf(named('a')).subarray(0, 512)), /cut short/);
  t.is(refusal(gzipSync(main)), 'taken');
});

test('archives with any octets changed are read or refused, and nothing else', (t) => {
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.constantFrom(...Object.values(packings)), changes, fc.nat(), (packed, changed, cut) => {
      const bytes = Buffer.from(packed.subarray(0, cut % 5 === 0 ? cut % packed.length : packed.length));
      for (const [at, octet] of changed) if (bytes.length > 0) bytes[at % bytes.length] = octet;
      refusal(bytes);
    }),
    { numRuns: 500 },
  );
  t.pass();
});

test('the main file is the one that is named, or the one with the usual name that is nearest to the top', (t) => {
  const named = (...names: string[]) => zipOf(names.map((name) => ({ name, content: options })));
  t.is(judge(named('a/named.conf', 'a/b/named.conf')).files[0]!.name, 'a/named.conf');
  t.is(judge(named('x.conf', 'named.conf')).files[0]!.name, 'named.conf');
  t.is(judge(named('x/named.conf', 'y/named.conf'), 'y/named.conf').files[0]!.name, 'y/named.conf');
  t.throws(() => judge(named('x/named.conf', 'y/named.conf')), { message: /say main/ });
  t.throws(() => judge(named('a', 'b'), 'c'), { message: /main says/ });
});
