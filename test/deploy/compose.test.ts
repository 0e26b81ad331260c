import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { DCLinter } from 'dclint';
import { parse } from 'yaml';
import { rootDirectory } from '../../scripts/check/package-program.ts';
import {
  compose,
  composeFile as file,
  composeFolder as folder,
  type Service,
} from '../support/containers/compose-services.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** Its own types cannot be read by this compiler, which wants the ending of each imported file. */
interface LintResult {
  readonly messages: readonly { readonly line: number; readonly rule: string; readonly message: string }[];
}

const services = Object.entries(compose.services);

const containerfileOf = ({ build }: Service): string | undefined =>
  build === undefined ? undefined : readFileSync(join(folder, build, 'Containerfile'), 'utf8');

test('compose.yaml fits the schema of the Compose Specification and the rules of dclint', async (t) => {
  const linter = new DCLinter({
    rules: {
      // What is built here is tagged, so that it can be found; its version is that of the checkout.
      'no-build-and-image': 0,
      'service-image-require-explicit-tag': 0,
      // The interface is loopback unless a variable says otherwise, which the rule does not see.
      'no-unbound-port-interfaces': 0,
      'require-quotes-in-ports': [2, { quoteType: 'double' }],
      'service-keys-order': 0,
      'services-alphabetical-order': 2,
    },
    quiet: false,
    debug: false,
    exclude: [],
  });
  const lint = (path: string) =>
    (linter.lintFiles([path], false) as readonly LintResult[]).flatMap(({ messages }) => messages);
  t.deepEqual(
    lint(file).map(({ line, rule, message }) => `${line} ${rule} ${message}`),
    [],
  );
  const wrong = join(await temporaryDirectory(t), 'compose.yaml');
  await writeFile(wrong, readFileSync(file, 'utf8').replace('stop_grace_period:', 'stop_grace_time:'));
  t.true(
    lint(wrong).some(({ rule }) => rule === 'invalid-schema'),
    'what is not of the schema is found',
  );
});

test('each container is nobody special, writes to its volumes alone, and has no capability but what it needs', (t) => {
  for (const [name, service] of services) {
    t.true(service.read_only, name);
    t.deepEqual(service.cap_drop, ['ALL'], name);
    t.falsy(service.privileged, name);
    const user = service.user ?? /^USER (.*)$/m.exec(containerfileOf(service) ?? '')?.[1] ?? '0';
    t.regex(user, /^[1-9]\d*:[1-9]\d*$/, name);
    const isAgent = name === 'agent';
    t.deepEqual(service.cap_add ?? [], isAgent ? ['NET_RAW'] : [], name);
    t.deepEqual(service.security_opt ?? [], isAgent ? [] : ['no-new-privileges:true'], name);
    // Said here too: Podman leaves that of a Containerfile out unless it builds images in Docker's form.
    t.truthy(service.healthcheck, `${name} has a health check`);
    // Podman knows no owner of such a directory.
    for (const directory of service.tmpfs ?? []) t.notRegex(directory, /[ug]id=/, name);
    for (const port of service.ports ?? []) t.regex(port, /^\$\{SONDE_\w*ADDRESS:-127\.0\.0\.1\}:/, name);
  }
});

test('what is added for a certificate goes with compose.yaml, and publishes what authorities and people come to', (t) => {
  const added = parse(readFileSync(join(folder, 'certificate.yaml'), 'utf8')) as typeof compose;
  const documented = readFileSync(join(rootDirectory, 'docs', 'configuration.md'), 'utf8');
  for (const name of Object.keys(added.services)) t.true(Object.hasOwn(compose.services, name), name);
  const { environment = {}, ports } = added.services.collector!;
  for (const name of Object.keys(environment))
    t.true(name === 'SONDE_URL' || documented.includes(`\`${name}\``), name);
  t.deepEqual(ports, ['80:8081', '443:8080']);
  t.is(environment.SONDE_ACME_HTTP_LISTEN, '0.0.0.0:8081');
  // The image listens there, and speaks TLS once it has a name.
  t.true(containerfileOf(compose.services.collector!)?.includes('ENV SONDE_LISTEN=0.0.0.0:8080'));
});

test('secrets are files, and nothing else is named that is not there', (t) => {
  for (const [name, service] of services) {
    for (const secret of service.secrets ?? [])
      t.true(Object.hasOwn(compose.secrets, secret), `${name}: ${secret}`);
    for (const [variable, value] of Object.entries(service.environment ?? {})) {
      if (/PASSWORD|KEY|CONFIG/.test(variable)) t.regex(String(value), /^\/run\/secrets\//, variable);
      if (String(value).startsWith('/run/secrets/'))
        t.true(service.secrets?.includes(String(value).slice(13)), variable);
    }
    for (const volume of service.volumes ?? []) {
      const [from = ''] = volume.split(':');
      if (from.startsWith('.')) t.true(existsSync(join(folder, from)), volume);
      else t.true(Object.hasOwn(compose.volumes, from), volume);
    }
  }
  for (const { file: path } of Object.values(compose.secrets)) t.regex(path, /^\.\/secrets\//);
  // Of a secret that is there the checkout says nothing.
  const ignored = spawnSync('git', ['check-ignore', 'deploy/compose/secrets/location-key'], {
    cwd: rootDirectory,
  });
  if (existsSync(join(rootDirectory, '.git'))) t.is(ignored.status, 0);
});

test('settings are those that the programs know', (t) => {
  const pages = ['agent', 'configuration', 'resolver'].map((page) =>
    readFileSync(join(rootDirectory, 'docs', `${page}.md`), 'utf8'),
  );
  const known = `${pages.join('\n')}\n\`SONDE_CONFIG\``;
  const containers = services.map(([, service]) => containerfileOf(service) ?? '').join('\n');
  const named = [
    ...services.flatMap(([, { environment = {} }]) => Object.keys(environment)),
    ...[...containers.matchAll(/^ENV (\w+)=/gm)].map(([, name]) => name!),
  ].filter((name) => name.startsWith('SONDE_'));
  t.true(named.length > 6);
  for (const name of named) t.true(known.includes(`\`${name}\``), name);
});

test('Unbound takes the settings that it is given, which are those that setup writes', (t) => {
  const path = join(folder, 'unbound', 'unbound.conf');
  const text = readFileSync(path, 'utf8');
  const main = join(rootDirectory, 'cli', 'main.ts');
  const setup = execFileSync(process.execPath, [main, 'resolver', 'setup', 'unbound'], { encoding: 'utf8' });
  const written = setup.slice(setup.indexOf('dnstap:'), setup.indexOf('\nThen:')).trimEnd();
  t.is(
    text.slice(text.indexOf('dnstap:')).trimEnd(),
    written.replace(/dnstap-identity: ".*"/, 'dnstap-identity: "unbound"'),
  );
  t.true(setup.includes('module-config: "respip validator iterator"'));
  t.true(text.includes('module-config: "respip validator iterator"'));
  // The hints and the anchor are no part of Unbound's own package.
  t.true(text.includes('"/usr/share/dns/root.key"'));
  t.regex(containerfileOf(compose.services.unbound!) ?? '', /install .*\bdns-root-data\b/);
  // Whichever container comes first gives the shared volume its owner: the resolver's companion is to make its socket there.
  const [own] = /^USER (.*)$/m.exec(containerfileOf(compose.services.resolver!) ?? '')?.[1]?.split(':') ?? [];
  t.true(
    containerfileOf(compose.services.unbound!)?.includes(`-o ${own} -g ${own} -m 0755 /run/sonde-resolver`),
  );
  const checked = spawnSync('unbound-checkconf', [path], { encoding: 'utf8' });
  if (checked.error === undefined) t.is(checked.status, 0, checked.stderr);
});
