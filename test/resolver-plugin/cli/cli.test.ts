import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { encodeDnstap, frameStream, sampleMessage } from '../../support/resolvers/dnstap-messages.ts';
import { runResolverProgram } from '../../support/resolvers/resolver-program.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

test('help names every command and the exit codes', async (t) => {
  const { code, stdout } = await runResolverProgram(['--help']);
  t.is(code, 0);
  for (const command of ['register', 'setup', 'run', 'status', 'dnstap', 'version'])
    t.regex(stdout, new RegExp(`^  ${command} `, 'm'));
  t.regex(stdout, /Exit codes/);
});

test('what cannot be is told as wrong use', async (t) => {
  const wrong = [
    ['nonsense'],
    ['setup', 'powerbind'],
    ['setup', 'unbound', '--primary', 'localhost:53'],
    ['setup', 'unbound', '--zone', '.'],
    ['setup', 'unbound', '--tsig-key-file', '/nowhere'],
    ['setup', 'bind', '--print', '--write'],
  ];
  for (const args of wrong) {
    const { code, stdout, stderr } = await runResolverProgram(args);
    t.is(code, 64, args.join(' '));
    t.is(stdout, '');
    t.not(stderr, '');
  }
});

test('a registration that was made elsewhere is taken from input, and nothing else is', async (t) => {
  const state = join(await temporaryDirectory(t), 'state');
  const register = (text: string, more: string[] = []) =>
    runResolverProgram(['register', '--answer', '-', '--state', state, ...more], {}, text);
  const answer = { resolver_id: 7, api_keys: { policy: 'sonde_res_0123456789abcdef' }, location_key: null };
  t.is((await register('{"resolver_id": 7}')).code, 64);
  t.is((await register('nothing of the kind')).code, 64);
  const { code, stdout, stderr } = await register(`${JSON.stringify({ ...answer, resolver_name: 'ns1' })}\n`);
  t.is(code, 0, stderr);
  t.regex(stdout, /^Registered as resolver 7 \(policy\)/);
  const path = join(state, 'registration.json');
  t.deepEqual(JSON.parse(await readFile(path, 'utf8')), answer);
  t.is((await stat(path)).mode & 0o077, 0);
  t.is((await register(JSON.stringify(answer))).code, 64);
  t.is((await register(JSON.stringify(answer), ['--force'])).code, 0);
  t.is(
    (await runResolverProgram(['register', '--collector', 'http://127.0.0.1:1', '--state', state, '--force']))
      .code,
    64,
  );
});

test('setup prints by default and writes nothing', async (t) => {
  const directory = await temporaryDirectory(t);
  const { code, stdout } = await runResolverProgram(['setup', 'unbound', '--config-directory', directory]);
  t.is(code, 0);
  t.true(stdout.includes(`==> ${directory}/sonde.conf\n`));
  t.true(stdout.includes('dnstap-enable: yes'));
  await t.throwsAsync(stat(join(directory, 'sonde.conf')), { code: 'ENOENT' });
});

test('setup --write writes once, keeps what is not ours, and takes back what the checker refuses', async (t) => {
  const directory = await temporaryDirectory(t);
  const path = join(directory, 'sonde.conf');
  const setup = (identity: string) => [
    'setup',
    'unbound',
    '--write',
    '--config-directory',
    directory,
    '--identity',
    identity,
  ];
  const write = (identity: string, env = {}) => runResolverProgram(setup(identity), env);
  const first = await write('first');
  t.is(first.code, 0, first.stderr);
  t.true(first.stdout.includes(`written: ${path}`));
  t.true((await write('first')).stdout.includes(`unchanged: ${path}`));
  const kept = await readFile(path, 'utf8');
  // A checker that finds fault with everything.
  await writeFile(join(directory, 'unbound-checkconf'), '#!/bin/sh\necho "line 3: no" >&2\nexit 1\n', {
    mode: 0o755,
  });
  const refused = await write('second', { PATH: `${directory}:${process.env.PATH}` });
  t.is(refused.code, 1);
  t.true(refused.stderr.includes('line 3: no'));
  t.is(await readFile(path, 'utf8'), kept);
  await writeFile(path, 'server:\n');
  t.is((await write('first')).code, 1);
  t.is(await readFile(path, 'utf8'), 'server:\n');
});

test('a TSIG key comes out of a file, and nobody else may read what holds it', async (t) => {
  const directory = await temporaryDirectory(t);
  const keyFile = join(directory, 'key');
  const secret = Buffer.alloc(32, 7).toString('base64');
  await writeFile(keyFile, `hmac-sha512:Sonde.Key:${secret}\n`);
  const args = ['setup', 'bind', '--write', '--config-directory', directory, '--tsig-key-file', keyFile];
  const { code, stderr } = await runResolverProgram(args);
  t.is(code, 0, stderr);
  const zoneFile = join(directory, 'sonde-zone.conf');
  t.true(
    (await readFile(zoneFile, 'utf8')).includes(
      `key "sonde.key" { algorithm hmac-sha512; secret "${secret}"; }`,
    ),
  );
  t.is((await stat(zoneFile)).mode & 0o777, 0o640);
  await writeFile(keyFile, `md5:key:${secret}`);
  const bad = await runResolverProgram(args);
  t.is(bad.code, 1);
  t.false(bad.stderr.includes(secret));
});

test('dnstap counts what a file holds', async (t) => {
  const path = join(await temporaryDirectory(t), 'traffic.fstrm');
  const response = Buffer.from('000181830001000000000000076578616d706c6503636f6d0000010001', 'hex');
  const frames = [
    encodeDnstap(sampleMessage()),
    encodeDnstap(
      sampleMessage({ type: 6, socket_protocol: 3, response_message: response, policy: { action: 1 } }),
    ),
    encodeDnstap(sampleMessage({ type: 4, response_message: response })),
    Buffer.from('no dnstap'),
  ];
  await writeFile(path, frameStream(frames));
  const { code, stdout } = await runResolverProgram(['dnstap', path, '--json']);
  t.is(code, 0);
  const { malformed, ...report } = JSON.parse(stdout);
  t.like(report, {
    frames: 4,
    messages: 3,
    types: { CLIENT_QUERY: 1, CLIENT_RESPONSE: 1, RESOLVER_RESPONSE: 1 },
    transports: { udp: 2, tls: 1 },
    response_codes: { 3: 1 },
    response_codes_by_type: { CLIENT_RESPONSE: { 3: 1 }, RESOLVER_RESPONSE: { 3: 1 } },
    policy_actions: { NXDOMAIN: 1 },
  });
  t.deepEqual(Object.values(malformed), [1]);
  t.regex((await runResolverProgram(['dnstap', path])).stdout, /^types\.CLIENT_QUERY +1$/m);
  await writeFile(path, 'something else');
  t.is((await runResolverProgram(['dnstap', path])).code, 1);
  t.is((await runResolverProgram(['dnstap', `${path}.none`])).code, 1);
});
