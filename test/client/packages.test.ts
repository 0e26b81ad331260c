import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { build } from 'esbuild';
import { rootDirectory } from '../../scripts/check/package-program.ts';
import { buildClients } from '../../scripts/package/clients/build-clients.ts';
import { adminKey, startTestCollector } from '../support/ingest/running-collector.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const run = promisify(execFile);

const program = `
import { SondeClient } from '@sonde/client';
import { SondeError } from '@sonde/client/sonde-error.js';

const sonde = new SondeClient({ url: process.env.SONDE_URL, key: process.env.SONDE_KEY });
const location = await sonde.call('POST /api/v1/dns-monitoring/locations', { body: { location_name: 'from npm' } });
const query = { timestamp: new Date().toISOString(), client_ip: '192.0.2.7', query_name: 'www.example.com', query_type: 'A' };
const { accepted } = await sonde.withKey(location.api_key).ingestQueries([query]);
const names = [];
for await (const one of sonde.items('GET /api/v1/dns-monitoring/locations')) names.push(one.location_name);
const error = await sonde.call('GET /api/v1/dns-monitoring/threats/{id}', { params: { id: 9 } }).catch((reason) => reason);
console.log(JSON.stringify({ accepted, names, code: error instanceof SondeError ? error.code : error }));
`;

const typed = `
import { SondeClient } from '@sonde/client';
import type { Threat } from '@sonde/client/api-types.generated.js';
const sonde = new SondeClient({ url: 'https://sonde.example' });
export const threat: Promise<Threat> = sonde.call('GET /api/v1/dns-monitoring/threats/{id}', { params: { id: 1 } });
// @ts-expect-error there is no such operation
export const none = sonde.call('GET /nowhere');
`;

const python = `
import json, os
from datetime import datetime, timezone
from sonde_client import Sonde, SondeError

sonde = Sonde(os.environ["SONDE_URL"], key=os.environ["SONDE_KEY"])
for name in ("from python", "b", "c"):
    location = sonde.create_a_monitoring_location(body={"location_name": name})
query = {"timestamp": datetime.now(timezone.utc).isoformat(), "client_ip": "192.0.2.7", "query_name": "www.example.org", "query_type": "A"}
receipt = Sonde(os.environ["SONDE_URL"], key=location["api_key"]).call(
    "POST /api/v1/dns-monitoring/queries", body={"queries": [query, {"query_name": "?"}]})
names = [one["location_name"] for one in sonde.items("GET /api/v1/dns-monitoring/locations")]
try:
    sonde.call("GET /api/v1/dns-monitoring/threats/{id}", params={"id": 9})
except SondeError as error:
    refused = [error.status, error.code, error.request_id is not None]
try:
    Sonde(os.environ["SONDE_URL"], key="wrong").call("GET /api/v1/dns-monitoring/locations")
except SondeError as error:
    unknown = error.status
exported = list(sonde.export_queries(suffix="nothing.example"))
print(json.dumps({"accepted": receipt["accepted"], "rejected": receipt["rejected"], "names": names, "refused": refused,
    "unknown": unknown, "exported": exported}))
`;

interface CollectedValue {
  readonly key: string;
  readonly value: string;
  readonly disabled?: boolean;
}

interface CollectedRequest {
  readonly method: string;
  readonly url: {
    readonly raw: string;
    readonly path: readonly string[];
    readonly query: readonly CollectedValue[];
    readonly variable: readonly CollectedValue[];
  };
  readonly body?: { readonly raw: string };
}

test('the clients are packages that work by themselves: from npm, in a browser and in Python', async (t) => {
  const [out, scratch, empty] = await Promise.all([
    temporaryDirectory(t),
    temporaryDirectory(t),
    temporaryDirectory(t),
  ]);
  const [tarball, wheel, collection] = (await buildClients(out, scratch)) as [string, string, string];

  // In an empty directory, without any registry.
  await writeFile(join(empty, 'package.json'), '{"private": true, "type": "module"}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--cache', scratch, tarball], {
    cwd: empty,
  });
  await writeFile(join(empty, 'program.js'), program);
  await writeFile(join(empty, 'typed.ts'), typed);
  const settings = { strict: true, module: 'nodenext', noEmit: true, types: [], lib: ['esnext', 'dom'] };
  await writeFile(
    join(empty, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: settings, files: ['typed.ts'] }),
  );
  const compiler = join(rootDirectory, 'node_modules/typescript/bin/tsc');
  await t.notThrowsAsync(run(process.execPath, [compiler, '-p', empty]));
  // A bundle for browsers fails where a module is Node.js's own.
  await mkdir(join(empty, 'web'));
  await writeFile(join(empty, 'web/page.js'), "export { SondeClient } from '@sonde/client';");
  const bundle = await build({
    entryPoints: [join(empty, 'web/page.js')],
    ...{ bundle: true, platform: 'browser', format: 'esm', write: false, logLevel: 'silent' },
  });
  t.is(bundle.errors.length, 0);

  const { url } = await startTestCollector(t);
  const env = { ...process.env, SONDE_URL: url, SONDE_KEY: adminKey };
  const { stdout } = await run(process.execPath, ['program.js'], { cwd: empty, env });
  t.deepEqual(JSON.parse(stdout), { accepted: 1, names: ['from npm'], code: 'not_found' });

  const said = await run('python3', ['-W', 'error', '-c', python], {
    cwd: empty,
    env: { ...env, PYTHONPATH: wheel },
  });
  t.deepEqual(JSON.parse(said.stdout), {
    accepted: 1,
    rejected: 1,
    names: ['from npm', 'from python', 'b', 'c'],
    refused: [404, 'not_found', true],
    unknown: 401,
    exported: [],
  });

  // Every operation is a request of the collection, and a method of the Python client that can be read.
  const read = JSON.parse(await readFile(collection, 'utf8')) as {
    item: { name: string; item: { request: CollectedRequest }[] }[];
  };
  // What the document has an example of is filled in.
  const scan = read.item
    .flatMap(({ item }) => item)
    .find(({ request: { method, url } }) => method === 'POST' && url.raw === '{{url}}/api/scan')!;
  t.deepEqual(JSON.parse(scan.request.body!.raw), { domain: 'example.com' });
  for (const { request } of read.item.flatMap(({ item }) => item))
    for (const { key, value, disabled } of [...request.url.variable, ...request.url.query])
      t.true(disabled === true || value !== '', `${request.method} ${request.url.raw}: ${key}`);
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, object> };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const requests = read.item.flatMap(({ item }) =>
    item.map(
      ({
        request: {
          method,
          url: { path },
        },
      }) => `${method} /${path.join('/').replace(/:(\w+)/g, '{$1}')}`,
    ),
  );
  t.deepEqual(requests.toSorted(), operations.toSorted());
  const list =
    "import sonde_client; print(sum(1 for name in vars(sonde_client.Sonde) if not name.startswith('_')))";
  const { stdout: methods } = await run('python3', ['-c', list], { env: { ...env, PYTHONPATH: wheel } });
  t.is(Number(methods), operations.length);
});
