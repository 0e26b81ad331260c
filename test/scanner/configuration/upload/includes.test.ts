import test from 'ava';
import { judgeConfiguration } from '../../../../scanner/configuration/judge-configuration.ts';
import { matchPattern } from '../../../../scanner/configuration/upload/match-pattern.ts';

/** Judges the files, the first of which is the main one. */
function judge(serverType: string, files: Readonly<Record<string, string>>) {
  const sent = Object.entries(files).map(([name, text]) => ({ name, content: Buffer.from(text) }));
  return judgeConfiguration({ files: sent, main: sent[0]!.name, serverType });
}

const unused = (serverType: string, files: Readonly<Record<string, string>>) =>
  judge(serverType, files)
    .files.filter(({ used }) => !used)
    .map(({ name }) => name);

/** Where an unknown option is found. */
const faults = (serverType: string, files: Readonly<Record<string, string>>) =>
  judge(serverType, files)
    .findings.filter(({ code }) => code === 'unknown_option')
    .map(({ file, line }) => `${file}:${line}`);

test('every server finds what it includes', (t) => {
  t.deepEqual(
    faults('bind', { 'n.conf': 'include "d/*.conf";', 'd/a.conf': 'nonsense 1;', 'd/a.txt': 'x' }),
    ['d/a.conf:1'],
  );
  const clause = { 'c/u.conf': 'server:\n  include: "/etc/u.d/*.conf"\n', 'c/u.d/b.conf': '\nnonsense: 1\n' };
  t.deepEqual(faults('unbound', clause), ['c/u.d/b.conf:2']);
  t.deepEqual(faults('nsd', clause), ['c/u.d/b.conf:2']);
  t.deepEqual(faults('knot', { 'k.conf': 'include: "sub/x"\n', 'sub/x': 'nonsense:\n' }), ['sub/x:1']);
  t.deepEqual(
    faults('knot', { 'k.conf': 'include: "sub"\n', 'sub/x': 'nonsense:\n' }),
    [],
    'a folder is nothing',
  );
  t.deepEqual(faults('dnsmasq', { 'd.conf': 'conf-file=/etc/x\n', 'etc/x': 'nonsense\n' }), ['etc/x:1']);
  const folder = {
    'd/a.conf': 'nonsense\n',
    'd/b.old': 'nonsense\n',
    'd/.c': 'nonsense\n',
    'd/e~': 'nonsense\n',
  };
  t.deepEqual(faults('dnsmasq', { 'd.conf': 'conf-dir=d,.old\n', ...folder }), ['d/a.conf:1']);
  t.deepEqual(faults('dnsmasq', { 'd.conf': 'conf-dir=d,*.old\n', ...folder }), ['d/b.old:1']);
  t.deepEqual(
    faults('powerdns', { 'pdns.conf': 'include-dir=/etc/powerdns/d\n', ...folder, 'd/a.conf': 'nonsense=1' }),
    ['d/a.conf:1'],
  );
  t.deepEqual(faults('coredns', { Corefile: '. {\n import more/*.txt\n}\n', 'more/a.txt': 'nonsense\n' }), [
    'more/a.txt:1',
  ]);
  t.deepEqual(faults('coredns', { Corefile: 'import b\n', b: '(s) {\n  whoamy\n}\n. {\n  import s\n}\n' }), [
    'b:2',
  ]);
  t.deepEqual(
    faults('dnsdist', { 'd.conf': "includeDirectory('/etc/dnsdist/d')", 'd/a.conf': 'setVerbos(true)' }),
    ['d/a.conf:1'],
  );
});

test('includes are judged as one configuration with what includes them', (t) => {
  const codes = judge('bind', {
    'named.conf': 'include "acls";\noptions { version none; recursion yes; allow-recursion { mine; }; };\n',
    acls: 'acl mine { any; };\n',
  }).findings.map(({ code }) => code);
  t.deepEqual(codes, ['open_recursion']);
});

test('nothing beside the upload is looked at, and what is missing is told', (t) => {
  const { findings, missing, valid } = judge('bind', { 'named.conf': 'include "/etc/passwd";\n' });
  t.true(valid);
  t.like(findings[0], { code: 'include_missing', severity: 'info', line: 1 });
  t.deepEqual(missing, [{ path: '/etc/passwd', from: 'named.conf', kind: 'pattern' }]);
  t.deepEqual(unused('bind', { 'n.conf': 'include "../../x";', x: '', y: '' }), ['y']);
});

test('of two files the one that is meant is taken', (t) => {
  const two = { 'a/n.conf': 'include "x";', x: '', 'a/x': '', 'b/x': '' };
  t.deepEqual(unused('bind', two), ['b/x', 'x']);
  t.deepEqual(unused('bind', { ...two, 'a/n.conf': 'include "/etc/b/x";' }), ['a/x', 'x']);
  t.deepEqual(unused('bind', { 'n.conf': 'include "/etc/*.conf";', 'm.conf': '' }), []);
});

test('circles, and files that become too much, come to an end', (t) => {
  for (const [type, text] of [
    ['bind', 'include "b";\ninclude "b";\n'],
    ['unbound', 'include: b\ninclude: b\n'],
    ['knot', 'include: b\ninclude: b\n'],
    ['dnsmasq', 'conf-file=b\nconf-file=b\n'],
    ['coredns', 'import b\nimport b\n'],
    ['dnsdist', "includeDirectory('d')\nincludeDirectory('d')\n"],
  ] as const) {
    const { findings } = judge(type, { a: text, b: text, 'd/b.conf': text });
    t.true(
      findings.some(({ code }) => code === 'include_loop'),
      type,
    );
  }
  const snippet = '(a) {\n import a\n import a\n}\n. {\n import a\n}\n';
  t.true(judge('coredns', { Corefile: snippet }).findings.some(({ code }) => code === 'include_loop'));
});

test('patterns fit as in the shell', (t) => {
  const fitting = (pattern: string, ...names: string[]) =>
    names.filter((name) => matchPattern(pattern, name));
  t.deepEqual(fitting('*.conf', 'a.conf', '.conf', '.a.conf', 'a.confx'), ['a.conf']);
  t.deepEqual(fitting('.*', '.a', 'a'), ['.a']);
  t.deepEqual(fitting('a?[0-9x]*', 'ab1', 'abx.c', 'aby', 'ab'), ['ab1', 'abx.c']);
  t.deepEqual(fitting('[!a]b', 'ab', 'cb'), ['cb']);
  t.deepEqual(fitting('[', '[', 'a'), ['[']);
  t.deepEqual(fitting(`${'*a'.repeat(60)}b`, 'a'.repeat(250)), []);
});
