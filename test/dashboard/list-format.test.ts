import test from 'ava';
import { listType } from '../../dashboard/domain/list-format.ts';

test('what a list is written in is told by its file, else by how it begins', (t) => {
  const cases = [
    ['bad.example\nworse.example\n', 'text/plain'],
    ['# a hosts file\n0.0.0.0 bad.example\n', 'text/plain'],
    ['name.example,other.example\n', 'text/plain'],
    ['name,severity\nbad.example,high\n', 'text/csv'],
    [' "Severity" , "Name"\r\nhigh,bad.example\r\n', 'text/csv'],
    ['\n[{"name": "bad.example"}]', 'application/json'],
    ['', 'text/plain'],
  ] as const;
  for (const [text, type] of cases) t.is(listType(text), type, text);
  t.is(listType('bad.example', 'list.CSV'), 'text/csv');
  t.is(listType('bad.example', 'list.json'), 'application/json');
  t.is(listType('bad.example', 'list.txt'), 'text/plain');
});
