import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { Archive } from '../../../collector/storage/backup/archive.ts';
import { BackupError } from '../../../shared/backup/backup-error.ts';
import { type About, aboutFile, backupLayout } from '../../../shared/backup/backup-schema.ts';
import { readBackup } from '../../../shared/backup/read-backup.ts';

const about: About = {
  format: 'sonde-backup',
  layout: backupLayout,
  sonde: '0.2.0',
  made_at: '2026-11-23T20:00:00.000Z',
  collector_id: 'c0c0c0c0-0000-4000-8000-000000000001',
  postgres: { version: '18.1', migrations: [], tables: [], sequences: [] },
  clickhouse: { engine: 'server' },
  bytes: 0,
  settings: {},
  secret_settings: [],
};

async function backupOf(
  files: readonly (readonly [string, Uint8Array])[],
  of: object = about,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const archive = new Archive(async (bytes) => void pieces.push(bytes), Date.now());
  await archive.add(aboutFile, Buffer.from(JSON.stringify(of)));
  for (const [path, bytes] of files) await archive.add(path, bytes);
  await archive.addFile('', { path: 'data/link', bytes: 0, modifiedAt: 0, link: '../elsewhere' });
  await archive.end();
  return Buffer.concat(pieces);
}

async function contentsOf(bytes: Uint8Array, pieceBytes = 700): Promise<[string, string][]> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  const found: [string, string][] = [];
  for await (const entry of readBackup(pieces())) {
    if (entry.kind === 'link') found.push([entry.path, `-> ${entry.target}`]);
    if (entry.kind !== 'file') continue;
    const hash = createHash('sha256');
    for await (const piece of entry.content) hash.update(piece);
    found.push([entry.path, hash.digest('hex')]);
  }
  return found;
}

const part = fc.stringMatching(/^[a-z0-9äß _%-]{1,60}$/).filter((text) => text.trim() === text);
const path = fc
  .array(part, { minLength: 1, maxLength: 8 })
  .map((parts) => `data/${parts.join('/')}`)
  .filter((text) => text !== 'data/link');
const files = fc.uniqueArray(fc.tuple(path, fc.uint8Array({ maxLength: 3_000 })), {
  maxLength: 6,
  selector: ([name]) => name,
});

test('files of any name and length come back as they were, in pieces of any length; tar reads the same', async (t) => {
  await fc.assert(
    fc.asyncProperty(files, fc.integer({ min: 1, max: 2_000 }), async (written, pieceBytes) => {
      const bytes = await backupOf(written);
      const expected = written.map(([name, content]) => [
        name,
        createHash('sha256').update(content).digest('hex'),
      ]);
      t.deepEqual(await contentsOf(bytes, pieceBytes), [...expected, ['data/link', '-> ../elsewhere']]);
    }),
    { numRuns: 60 },
  );
  const long = `data/${'long-'.repeat(30)}/${'name'.repeat(40)}`;
  const listed = execFileSync('tar', ['-tf', '-'], { input: await backupOf([[long, Buffer.from('x')]]) });
  t.is(listed.toString(), `about.json\n${long}\ndata/link\nmanifest.json\nmanifest.sha256\n`);
});

test('whatever byte is changed, and wherever it is cut, it is refused', async (t) => {
  const bytes = await backupOf([
    ['data/one', Buffer.from('one')],
    [`data/${'two'.repeat(60)}`, Buffer.alloc(1_500, 2)],
  ]);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: bytes.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      async (at, change) => {
        const damaged = Buffer.from(bytes);
        damaged[at] = damaged[at]! ^ change;
        await t.throwsAsync(contentsOf(damaged), { instanceOf: BackupError }, `byte ${at} by ${change}`);
        await t.throwsAsync(contentsOf(bytes.subarray(0, at)), { instanceOf: BackupError }, `cut at ${at}`);
      },
    ),
    { numRuns: 400 },
  );
});

test('the source is read to its end, so that whoever makes the backup is done with it too; behind it there are zeros at most', async (t) => {
  const bytes = await backupOf([['data/one', Buffer.from('one')]]);
  let isDone = false;
  async function* source() {
    yield bytes;
    isDone = true;
  }
  for await (const entry of readBackup(source())) t.is(isDone, entry.kind === 'end');
  t.true(isDone);
  t.is((await contentsOf(Buffer.concat([bytes, Buffer.alloc(9_216)]))).length, 2);
  const followed = contentsOf(Buffer.concat([bytes, Buffer.alloc(9_216), Buffer.from('x')]));
  await t.throwsAsync(followed, { instanceOf: BackupError, message: /unexpected data after its end/ });
});

test('a backup of a newer form, of something else, or with names that lead elsewhere is refused in a sentence', async (t) => {
  const read = async (of: object, name = 'data/one') =>
    (await t.throwsAsync(async () => contentsOf(await backupOf([[name, Buffer.from('x')]], of))))?.message;
  t.regex((await read({ ...about, layout: backupLayout + 1, sonde: '9.1.0' })) ?? '', /Sonde 9\.1\.0.*newer/);
  t.is(await read({ format: 'else' }), 'This file is not a backup of Sonde.');
  for (const name of ['/etc/passwd', '../up', 'data/../../up', 'data//x', 'data/./x'])
    t.regex(
      (await read(about, name)) ?? '',
      /^The backup is damaged: it contains a file with the name/,
      name,
    );
  t.regex((await read(about, 'about.json')) ?? '', /it contains about\.json twice/);
});
