import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';

const program = new URL('../../cli/main.ts', import.meta.url).pathname;
const directory = mkdtempSync(join(tmpdir(), 'sonde-validate-'));
test.after.always(() => rmSync(directory, { recursive: true }));

/** Runs `sonde validate` on a file of this name and text. */
function validate(name: string, text: string, ...options: string[]) {
  writeFileSync(join(directory, name), text);
  return runSonde('validate', name, ...options);
}

function runSonde(...options: string[]) {
  const args = [program, ...options];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8' });
  return { status, stdout: stdout.trim(), stderr: stderr.trim() };
}

test('a zone file is judged on this machine', (t) => {
  const sound = '@ 60 SOA ns.a. b.a. 1 7200 3600 1209600 3600\n@ 60 NS ns.a.\n@ 60 NS ns.b.\n';
  const good = validate('sound', sound, '--origin', 'example');
  t.deepEqual([good.status, good.stdout], [0, 'sound: no problems found.']);
  const broken = validate('broken', `${sound}@ 60 foo A 192.0.2.1\n`, '--origin', 'example');
  t.deepEqual(
    [broken.status, broken.stdout.split(' (')[0]],
    [2, 'broken:4:6: error: foo is neither a TTL, a class nor a type.'],
  );
  const { status, stdout } = validate('odd', `${sound}@ 60 CNAME c.a.\n`, '--origin', 'example', '--json');
  t.is(status, 2);
  t.deepEqual(
    JSON.parse(stdout).findings.map(({ code }: { code: string }) => code),
    ['cname_and_other_data'],
  );
});

test('zone: warnings count if they are to, and signatures are judged as of a time', (t) => {
  const text =
    '@ 60 SOA ns.a. b.a. 1 7200 3600 1209600 3600\n@ 60 NS ns.a.\n@ 60 NS ns.b.\nwww 60 CNAME nowhere\n';
  writeFileSync(join(directory, 'db.example'), text);
  const run = (...options: string[]) =>
    runSonde('validate', 'zone', 'db.example', '--origin', 'example', ...options);
  const { status, stdout } = run();
  t.is(status, 0);
  t.regex(
    stdout,
    /^db\.example:4: warning: www\.example is an alias of nowhere\.example, which is not there\./,
  );
  t.is(run('--strict').status, 2);
  t.is(run('--severity', 'error').stdout, '');
  t.is(JSON.parse(run('--json', '--at', '2026-06-01').stdout).accepted, true);
  t.is(run('--at', 'whenever').status, 64);
});

test('a configuration is judged by its server, and its secrets stay where they are', (t) => {
  const secret = 'c2VjcmV0c2VjcmV0c2VjcmV0';
  const weak = `key k { algorithm hmac-md5; secret "${secret}"; };\noptions { allow-recursion { any; }; version none; };\n`;
  const found = validate('named.conf', weak);
  t.is(found.status, 2);
  t.regex(found.stdout, /^named\.conf:1:\d+: high: HMAC-MD5/m);
  t.regex(found.stdout, /^named\.conf:2:\d+: critical: Anybody on the Internet/m);
  t.regex(found.stdout, /would be accepted \(bind\)/);
  t.false(found.stdout.includes(secret));
  const refused = validate('odd', 'options { recursion maybe; };', '--server', 'bind', '--json');
  t.is(refused.status, 2);
  t.like(JSON.parse(refused.stdout), { valid: false, serverType: 'bind', detected: false });
  const unknown = validate('any.conf', 'nothing that any server would take');
  t.is(unknown.status, 64);
  t.regex(unknown.stderr, /can't be told/);
});

test('what a configuration includes is read from this machine, unless nobody wants it', (t) => {
  mkdirSync(join(directory, 'nsd', 'nsd.conf.d'), { recursive: true });
  writeFileSync(
    join(directory, 'nsd', 'nsd.conf.d', 'a.conf'),
    'server:\n  hide-version: yes\n  nonsense: 1\n',
  );
  const text = `include: "${directory}/nsd/nsd.conf.d/*.conf"\n`;
  const { status, stdout } = validate('nsd/nsd.conf', text);
  t.is(status, 2);
  t.regex(stdout, /^nsd\/nsd\.conf\.d\/a\.conf:3:3: error: There is no option of this name\./);
  t.is(runSonde('validate', 'nsd').stdout, stdout);
  const alone = runSonde('validate', '--no-includes', 'nsd/nsd.conf');
  t.is(alone.status, 0);
  t.regex(alone.stdout, /^nsd\/nsd\.conf:1:10: info: /);
});
