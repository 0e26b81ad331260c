import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../until.ts';
import { builtServices, containerArguments } from './compose-services.ts';
import { podman } from './podman.ts';

/**
 * Run by `inNamespaces`, as `node run-images.ts DIRECTORY RUNTIME`: builds the images of compose.yaml from what `DIRECTORY/built`
 * has for each, starts them as compose does, sends rows by each road, and prints what became of them as JSON.
 */
const [directory = '', runtime = ''] = process.argv.slice(2);
const run = promisify(execFile);
const place = { directory: join(directory, 'storage'), runtime };
const services = builtServices();
const secrets = join(directory, 'secrets');
const url = 'http://127.0.0.1:8080';
const data = '/var/lib/sonde-collector';
/** What a Debian image has, and what the Containerfiles install. */
const debian =
  `apt base-files base-passwd bash coreutils dash debconf debianutils diffutils dpkg findutils grep gzip hostname
  libc-bin login mawk passwd perl-base sed tar util-linux`.split(/\s+/);

try {
  await buildImages();
  process.stdout.write(`${JSON.stringify(await useThem())}\n`);
} catch (error) {
  process.stderr.write(`${error}\n`);
  for (const name of Object.keys(services)) {
    const log = await podman(place, 'logs', name).catch(() => 'no container');
    process.stderr.write(`${name}:\n${log.slice(-4_000)}\n`);
  }
  process.exitCode = 1;
}

async function buildImages(): Promise<void> {
  const files = Object.values(services).map(({ build }) =>
    readFileSync(join(build, 'Containerfile'), 'utf8'),
  );
  const [base, ...others] = new Set(files.map((text) => /^FROM (\S+)$/m.exec(text)![1]!));
  if (base === undefined || others.length > 0) throw new Error(`images are built on ${base}, ${others}`);
  const installed = files.flatMap((text) =>
    /install -y --no-install-recommends ([^\n\\]*)/
      .exec(text)![1]!
      .split(' ')
      .filter((one) => /^[a-z]/.test(one)),
  );
  const system = join(directory, 'system');
  const archive = join(directory, 'system.tar');
  const script = join(import.meta.dirname, 'base-system.sh');
  await run('bash', [script, system, ...debian, ...installed]);
  await run('tar', ['-cf', archive, '-C', system, '.']);
  await podman(place, 'import', archive, `docker.io/library/${base}`);
  for (const { build, image } of Object.values(services)) {
    const context = join(directory, 'built', image);
    mkdirSync(context, { recursive: true });
    for (const file of readdirSync(build, { withFileTypes: true }))
      if (file.isFile() && !/^sonde-\w+$|\.deb$/.test(file.name))
        copyFileSync(join(build, file.name), join(context, file.name));
    // In one layer, which takes a third of the time; apt finds all that it is to install.
    const options = ['--format=docker', '--network=none', '--layers=false', '--pull=never'];
    await podman(place, 'build', ...options, `--tag=${image}`, context);
  }
}

async function useThem(): Promise<object> {
  mkdirSync(secrets, { mode: 0o700 });
  keep('collector.json', '{}');
  const collector = await start('collector');
  await until(isReady, 120_000);
  const key = await podman(place, 'exec', 'collector', 'cat', `${data}/administrator-key`);
  const places = await Promise.all(['Sent', 'Host', 'Home'].map((name) => makeLocation(key, name)));
  const [sent, host, home] = places as [Place, Place, Place];
  const timestamp = new Date().toISOString();
  const queries = Array.from({ length: 30 }, (_, index) => ({
    timestamp,
    client_ip: '192.0.2.7',
    query_name: `r${index}.example`,
    query_type: 'A',
    response_code: 'NOERROR',
  }));
  await ask(sent.key, 'queries', { queries });
  await until(async () => (await namesOf(key, sent)).length === 30);

  keep('location-key', host.key);
  const agent = await start('agent');
  const address = await inspect('collector', '.NetworkSettings.IPAddress');
  const unbound = await start('unbound', `--add-host=collector:${address}`);
  const register = ['register', '--name', 'unbound', '--location', 'Home'];
  await podman(
    place,
    'run',
    '--rm',
    `--env=SONDE_KEY=${key}`,
    ...containerArguments('register', services.resolver!, secrets),
    'sonde-resolver',
    ...register,
  );
  const resolver = await start('resolver');
  const containers = { collector, agent, unbound, resolver };
  for (const name of Object.keys(containers)) await until(() => isWell(name), 120_000);
  // Unbound answers names of this zone by itself; what was asked before all was connected is asked again.
  const asked = Array.from({ length: 5 }, (_, index) => `n${index}.test`);
  const seenBy = async (where: Place) => {
    const found = new Set(await namesOf(key, where));
    return asked.every((name) => found.has(name));
  };
  await until(async () => {
    for (const name of asked)
      await run('dig', ['@127.0.0.1', '+tries=1', '+time=2', name]).catch(() => undefined);
    return (await seenBy(host)) && (await seenBy(home));
  });
  const codes: Record<string, string> = {};
  for (const name of ['resolver', 'unbound', 'agent', 'collector']) codes[name] = await stop(name);

  // A newer image on the same volume is an upgrade.
  await podman(place, 'rm', 'collector');
  await start('collector');
  await until(isReady, 120_000);
  const kept = (await namesOf(key, sent)).length;
  await stop('collector');
  return { containers, codes, kept };
}

interface Place {
  readonly id: number;
  readonly key: string;
}

/** What the kernel says of the first process of a container. */
interface Confined {
  readonly user: string;
  readonly capabilities: string;
  readonly gainsNone: string;
  readonly writesRoot: boolean;
}

async function start(name: string, ...more: readonly string[]): Promise<Confined> {
  const service = services[name]!;
  await podman(
    place,
    'run',
    '--detach',
    ...more,
    ...containerArguments(name, service, secrets),
    service.image,
  );
  const pid = await inspect(name, '.State.Pid');
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const line = (head: string) => new RegExp(`^${head}:\\s*(\\S+)`, 'm').exec(status)?.[1] ?? '';
  const mounts = readFileSync(`/proc/${pid}/mounts`, 'utf8');
  return {
    user: line('Uid'),
    capabilities: line('CapEff'),
    gainsNone: line('NoNewPrivs'),
    writesRoot: !/^\S+ \/ \S+ ro,/m.test(mounts),
  };
}

/** Stops a container and tells the code that its program ended with. */
async function stop(name: string): Promise<string> {
  await podman(place, 'stop', '--time=120', name);
  return inspect(name, '.State.ExitCode');
}

function inspect(name: string, what: string): Promise<string> {
  return podman(place, 'inspect', name, '--format', `{{${what}}}`);
}

async function isReady(): Promise<boolean> {
  return (await fetch(`${url}/health/ready`).catch(() => undefined))?.ok === true;
}

async function isWell(name: string): Promise<boolean> {
  return podman(place, 'healthcheck', 'run', name).then(
    () => true,
    () => false,
  );
}

/** Puts a secret where compose has it: a file that the user of the container may read. */
function keep(name: string, content: string): void {
  writeFileSync(join(secrets, name), content);
  chmodSync(join(secrets, name), 0o444);
}

async function makeLocation(key: string, name: string): Promise<Place> {
  const { id, api_key } = (await ask(key, 'locations', { location_name: name })) as {
    id: number;
    api_key: string;
  };
  return { id, key: api_key };
}

async function namesOf(key: string, where: Place): Promise<string[]> {
  const answer = await ask(key, `queries?location_id=${where.id}&period=24h&limit=100`);
  return (answer as { queries: { query_name: string }[] }).queries.map(({ query_name }) => query_name);
}

async function ask(key: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${url}/api/v1/dns-monitoring/${path}`, {
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}
