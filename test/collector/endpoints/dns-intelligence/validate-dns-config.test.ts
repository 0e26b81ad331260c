import { gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { tarOf } from '../../../support/configurations/archives.ts';
import { startTestApi, type TestApi } from '../../../support/http/http.ts';

const path = '/api/validate/dns-config';

function formOf(fields: Readonly<Record<string, string>>, name = 'named.conf'): FormData {
  const form = new FormData();
  for (const [field, text] of Object.entries(fields)) {
    if (field === 'file') form.append(field, new Blob([text]), name);
    else form.append(field, text);
  }
  return form;
}

async function premium(t: ExecutionContext) {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com', { tier: 'commercial' });
  const ask = (form: FormData) => post(api, form, key);
  return { api, key, ask };
}

function post(api: TestApi, form: FormData, key: string | undefined) {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return api.request(path, { method: 'POST', body: form, headers });
}

test('a configuration is judged, with places, rules and lines to write instead', async (t) => {
  const { ask } = await premium(t);
  const file = 'options {\n  allow-recursion { any; };\n  version none;\n};\n';
  const { status, body } = await ask(formOf({ file }));
  t.is(status, 200);
  t.like(body, {
    valid: true,
    server_type: 'bind',
    detected: true,
    count: 1,
    omitted: 0,
    server_version: null,
  });
  t.deepEqual(body.files, [{ name: 'named.conf', lines: 5, used: true }]);
  t.like((body.findings as object[])[0], {
    code: 'open_recursion',
    severity: 'critical',
    refused: false,
    file: 'named.conf',
    line: 2,
    column: 3,
    end_line: 2,
    end_column: 28,
  });
});

test('several files and archives are one configuration', async (t) => {
  const { ask } = await premium(t);
  const main = 'include "/etc/bind/more.conf";\n';
  const more = 'nonsense yes;\n';
  const form = new FormData();
  form.append('file', new Blob([main]), 'named.conf');
  form.append('file', new Blob([more]), 'more.conf');
  const archive = tarOf([
    { name: 'bind/start', content: main },
    { name: 'bind/more.conf', content: more },
  ]);
  const packed = new FormData();
  packed.append('file', new Blob([gzipSync(archive)]), 'bind.tar.gz');
  packed.append('server_type', 'bind');
  packed.append('main', 'bind/start');
  for (const one of [form, packed]) {
    const { status, body } = await ask(one);
    t.is(status, 200);
    t.like(body, { valid: false, count: 1 });
    t.regex(((body.findings as object[])[0] as { file: string }).file, /more\.conf$/);
  }
  packed.set('main', 'elsewhere');
  t.like((await ask(packed)).body, { code: 'invalid_input', details: [{ path: 'main' }] });
});

test('what the server would refuse is told', async (t) => {
  const { ask } = await premium(t);
  const { body } = await ask(
    formOf({ file: 'options { version none;\n  recursoin yes;\n};\n', server_type: 'named' }),
  );
  t.like(body, { valid: false, server_type: 'bind', detected: false });
  t.like((body.findings as object[])[0], {
    code: 'unknown_option',
    line: 2,
    refused: true,
    suggestion: 'Write recursion.',
  });
});

test('the version decides about options that are gone', async (t) => {
  const { ask } = await premium(t);
  const file = 'options { glue-cache no; version none; };\n';
  t.like((await ask(formOf({ file, server_version: '9.18' }))).body, { valid: true, server_version: '9.18' });
  t.like((await ask(formOf({ file, server_version: '9.20' }))).body, { valid: false });
});

test('forms that hold no configuration are refused', async (t) => {
  const { ask, api, key } = await premium(t);
  const refused = async (form: FormData, field: string) => {
    const { status, body } = await ask(form);
    t.is(status, 400);
    t.like(body, { code: 'invalid_input', details: [{ path: field }] });
  };
  await refused(formOf({ server_type: 'bind' }), 'file');
  await refused(formOf({ file: 'options { };', server_type: 'djbdns' }), 'server_type');
  await refused(formOf({ file: 'no such thing' }, 'thing'), 'server_type');
  await refused(formOf({ file: 'options { };', server_version: 'new' }), 'server_version');
  await refused(formOf({ file: 'options {\0 };' }), 'file');
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'multipart/form-data' };
  t.is((await api.request(path, { method: 'POST', body: 'x', headers })).status, 400);
  const other = { ...headers, 'content-type': 'application/json' };
  t.is((await api.request(path, { method: 'POST', body: '{}', headers: other })).status, 415);
});

test('it takes a paid tier', async (t) => {
  const api = await startTestApi(t);
  const form = () => formOf({ file: 'options { };' });
  t.is((await post(api, form(), undefined)).status, 401);
  const { key } = await api.world.addAccount('bob@example.com', { tier: 'free' });
  t.like(await post(api, form(), key), { status: 403 });
});
