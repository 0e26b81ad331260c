import test from 'ava';
import { insertFormat, parseStatement } from '../../../../collector/storage/clickhouse/embedded/statement.ts';

test('the kind of a statement decides its session', (t) => {
  t.is(parseStatement('SELECT 1').kind, 'read');
  t.is(parseStatement(' -- INSERT\n/* INSERT */ (SELECT 1)').kind, 'read');
  t.is(parseStatement('with 1 as x select x').kind, 'read');
  t.is(parseStatement('INSERT INTO t SELECT 1').kind, 'insert');
  t.is(parseStatement('CREATE TABLE t (a UInt8) ENGINE = Memory').kind, 'change');
  t.is(parseStatement('SET x = 1').kind, 'change');
});

test('one statement alone is taken, with or without a semicolon at its end', (t) => {
  t.is(parseStatement('SELECT 1;').text, 'SELECT 1');
  t.is(parseStatement('SELECT 1 ; -- done\n /* so */ ;').text, 'SELECT 1 ');
  for (const text of [
    'SELECT 1; SELECT 2',
    "SELECT 1; 'x'",
    'SELECT 1;;; x',
    "SELECT '",
    'SELECT /*',
    '',
    '-- x',
  ]) {
    t.throws(() => parseStatement(text), undefined, text);
  }
  for (const text of [
    "SELECT ';'",
    'SELECT `;`',
    'SELECT ";"',
    "SELECT '\\';'",
    "SELECT ''';'''",
    'SELECT 1 -- ;',
  ]) {
    t.is(parseStatement(text).text, text);
  }
});

test('parameters are found outside of quotes', (t) => {
  t.deepEqual(parseStatement("SELECT {a:String}, '{b:String}', { c : UInt8 }, {a:String}").parameters, [
    'a',
    'c',
  ]);
});

test('an insert tells the format of its data', (t) => {
  t.deepEqual(insertFormat('INSERT INTO t (a) FORMAT RowBinary'), {
    head: 'INSERT INTO t (a) ',
    format: 'RowBinary',
  });
  t.is(insertFormat('INSERT INTO t SELECT 1'), undefined);
});
