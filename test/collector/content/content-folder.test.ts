import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { z } from 'zod';
import { reloadContent } from '../../../collector/jobs/sources/reload-content.ts';
import { ContentFolder } from '../../../collector/storage/files/content-folder.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const schema = z.strictObject({
  id: z.string(),
  title: z.string().max(10),
  parts: z.array(z.strictObject({ size: z.int() })).default([]),
});

const shipped = { id: 'one', title: 'shipped' };

async function setUp(t: Parameters<typeof temporaryDirectory>[0]) {
  const directory = await temporaryDirectory(t);
  const own = join(directory, 'own');
  const folders = [join(directory, 'shipped'), own];
  for (const folder of folders) await mkdir(folder);
  await writeFile(join(folders[0]!, 'one.json'), JSON.stringify(shipped));
  const folder = new ContentFolder({ kind: 'things', folders, schema });
  await folder.refresh();
  const write = async (name: string, text: string) => {
    await writeFile(join(own, name), text);
    await folder.refresh();
    return folder.current;
  };
  return { folder, own, write };
}

const titles = ({ items }: { items: readonly { title: string }[] }) => items.map(({ title }) => title);

test('an operator adds items and replaces those that come with the program', async (t) => {
  const { folder, write, own } = await setUp(t);
  t.deepEqual(titles(folder.current), ['shipped']);
  const before = folder.current.version;
  t.deepEqual(titles(await write('two.json', '{"id": "two", "title": "own"}')), ['shipped', 'own']);
  t.deepEqual(titles(await write('other.json', '{"id": "one", "title": "mine"}')), ['mine', 'own']);
  await rm(join(own, 'other.json'));
  await rm(join(own, 'two.json'));
  await folder.refresh();
  t.deepEqual(titles(folder.current), ['shipped']);
  t.is(folder.current.version, before);
});

test('what is wrong is told with its line, and what was right last stays in force', async (t) => {
  const { write, own, folder } = await setUp(t);
  await write('two.json', '{"id": "two", "title": "good"}');
  const wrong: [string, number, RegExp][] = [
    ['{\n  "id": "two",\n  "title": "much too long for it"\n}', 3, /title/],
    [
      '{\n  "id": "two",\n  "title": "x",\n  "parts": [\n    {"size": 1},\n    {"size": "x"}\n  ]\n}',
      6,
      /size/,
    ],
    ['{\n  "id": "two",\n  "title": "x",\n  "titel": 1\n}', 1, /titel/],
    ['{\n  "id": "two",\n  "title": "x",,\n}', 3, /JSON/],
    ['{\n  "id": "two"', 2, /JSON/],
  ];
  for (const [text, line, message] of wrong) {
    const { problems, ...set } = await write('two.json', text);
    t.deepEqual(titles(set), ['shipped', 'good'], text);
    t.is(problems.length, 1, text);
    t.is(problems[0]?.line, line, `${text}: ${problems[0]?.message}`);
    t.is(problems[0]?.file, join(own, 'two.json'));
    t.regex(problems[0]!.message, message);
  }
  await folder.refresh();
  t.is(folder.current.problems.length, 1, 'a file that stays wrong is told of as long');
  const mended = await write('two.json', '{"id": "two", "title": "better"}');
  t.deepEqual(mended.problems, []);
  t.deepEqual(titles(mended), ['shipped', 'better']);
});

test('files that are too large, no UTF-8, twice there or no files are told of, and hidden ones are not read', async (t) => {
  const { write, own, folder } = await setUp(t);
  await write('a.json', `{"id": "a", "title": "${'x'.repeat(1_100_000)}"}`);
  await writeFile(join(own, 'b.json'), Buffer.from([0x22, 0xff, 0x22]));
  await mkdir(join(own, 'c.json'));
  await symlink('/nowhere/at/all', join(own, 'd.json'));
  await writeFile(join(own, '.hidden.json'), 'x');
  await writeFile(join(own, 'e.json'), '{"id": "e", "title": "e"}');
  await writeFile(join(own, 'f.json'), '{"id": "e", "title": "f"}');
  await folder.refresh();
  t.deepEqual(
    folder.current.problems.map(({ file }) => file.slice(own.length + 1)),
    ['a.json', 'b.json', 'c.json', 'd.json', 'f.json'],
  );
  t.deepEqual(titles(folder.current), ['e', 'shipped']);
});

test('the job tells of a problem once, and of changes', async (t) => {
  const { write, own, folder } = await setUp(t);
  const log = createRecordingLog();
  const run = () => reloadContent.run({ contentFolders: [folder], log }, new AbortController().signal);
  await writeFile(join(own, 'two.json'), 'x');
  await run();
  await run();
  await write('three.json', '{"id": "three", "title": "x"}');
  await rm(join(own, 'three.json'));
  await run();
  t.is(log.lines.filter(({ message }) => message.includes('not in force')).length, 1);
  t.is(log.lines.filter(({ message }) => message.includes('content has changed')).length, 1);
});
