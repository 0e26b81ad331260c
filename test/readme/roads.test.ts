import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { parse } from 'yaml';
import { packagedPrograms } from '../../scripts/package/packaged-program.ts';
import { readCommands, rootDirectory } from './read-blocks.ts';

// Roads whose commands no test can run here, for want of what runs containers: that all they name is there is seen to.
const at = (...path: string[]) => join(rootDirectory, ...path);
const yamlOf = <Content>(...path: string[]): Content => parse(readFileSync(at(...path), 'utf8')) as Content;
const pages = [
  'docs/containers.md',
  'docs/installation.md',
  'docs/ansible.md',
  'docs/backup.md',
  'docs/upgrade.md',
];
const commands = pages.flatMap((page) =>
  readCommands(page).flatMap((line) => line.split(' && ').map((command) => ({ page, command }))),
);
const starting = (start: RegExp) => commands.filter(({ command }) => start.test(command));
const compose = yamlOf<{
  services: Record<string, { profiles?: string[]; secrets?: string[] }>;
  secrets: Record<string, { file: string }>;
}>('deploy', 'compose', 'compose.yaml');

test('each package that the pages build is one that is built, and goes where its container takes it from', (t) => {
  const builds = starting(/^npm run package/);
  t.true(builds.length >= 6);
  for (const { page, command } of builds) {
    const [, name, out] = /^npm run package -- (\w+)(?: --no-deb)?(?: --out (\S+))?$/.exec(command) ?? [];
    t.true(['collector', 'agent', 'resolver'].includes(name ?? ''), `${page}: ${command}`);
    if (out === undefined) continue;
    const container = readFileSync(at(out, 'Containerfile'), 'utf8');
    t.regex(container, new RegExp(`^COPY .*sonde-${name}`, 'm'), command);
  }
});

test('Podman builds images in the form that has health checks', (t) => {
  const headOf = (name: string) =>
    readFileSync(at('deploy', name, 'Containerfile'), 'utf8').split('\nFROM')[0]!;
  const told = ['agent', 'collector', 'resolver'].flatMap((name) => headOf(name).split('\n'));
  const builds = [...commands.map(({ command }) => command), ...told].filter((line) =>
    line.includes('podman build'),
  );
  t.true(builds.length >= 4);
  for (const build of builds) t.true(build.includes('podman build --format docker '), build);
});

test('an image has the libraries that the package of its program depends on', (t) => {
  for (const { name, deploy, depends } of Object.values(packagedPrograms)) {
    const container = readFileSync(at(deploy, 'Containerfile'), 'utf8');
    // The first of alternatives, which is what the image's release calls it; the image of Debian has the others.
    const libraries = depends.split(', ').map((one) => one.split(/ [|(]/)[0]!);
    for (const library of libraries.filter((one) => !['libc6', 'passwd'].includes(one)))
      t.regex(container, new RegExp(`install .*\\b${RegExp.escape(library)}`), `${name}: ${library}`);
  }
});

test('what packages put beside a Containerfile is none of the checkout', (t) => {
  if (!existsSync(at('.git'))) return t.pass();
  const built = ['agent/sonde-agent', 'collector/sonde-collector_0.2.0_amd64.deb', 'resolver/sonde-resolver'];
  const ignored = spawnSync('git', ['check-ignore', ...built.map((path) => `deploy/${path}`)], {
    cwd: rootDirectory,
    encoding: 'utf8',
  });
  t.is(ignored.stdout.trim().split('\n').length, built.length, ignored.stdout);
});

test('what compose is told to run are its services, profiles, files and secrets', (t) => {
  const told = starting(/^docker compose /);
  t.true(told.length >= 10);
  const profiles = new Set(Object.values(compose.services).flatMap(({ profiles: own = [] }) => own));
  for (const { command } of told) {
    for (const [, profile] of command.matchAll(/--profile '?([a-z*]+)'?/g))
      t.true(profile === '*' || profiles.has(profile!), command);
    for (const [, file] of command.matchAll(/--file (\S+)/g))
      t.true(existsSync(at('deploy', 'compose', file!)), command);
    const [, service] = /(?: build| exec| exec -T| run --rm -e \w+) ([a-z]+)\b/.exec(command) ?? [];
    if (service !== undefined) t.true(Object.hasOwn(compose.services, service), command);
  }
  const files = Object.values(compose.secrets).map(({ file }) => file);
  for (const { command } of starting(/^echo .* > secrets\//))
    t.true(files.includes(`./${/> (secrets\/\S+)/.exec(command)![1]}`), command);
});

test('programs in containers, pods and on machines are asked what they know', (t) => {
  const asked = commands.flatMap(({ command }) => [
    ...command.matchAll(
      /(?:^|sudo |exec (?:-T )?(?:collector|resolver|sonde|sonde-collector-0) (?:-- )?)(sonde(?:-\w+)?) ([a-z][a-z-]*)/g,
    ),
  ]);
  t.true(asked.length >= 8);
  const helpOf = (program: string) =>
    execFileSync(
      process.execPath,
      [at('cli', 'main.ts'), ...(program === 'sonde' ? [] : [program.slice(6)]), '--help'],
      {
        encoding: 'utf8',
      },
    );
  const helps = new Map(
    ['sonde', 'sonde-agent', 'sonde-resolver'].map((program) => [program, helpOf(program)]),
  );
  for (const [, program, word] of asked)
    t.regex(helps.get(program!) ?? '', new RegExp(`^\\s+${word}\\b`, 'm'), `${program} ${word}`);
});

test('values that Helm is given are values of the chart, and Kustomize makes manifests of its folders', (t) => {
  const values = yamlOf<object>('deploy', 'helm', 'sonde', 'values.yaml');
  const given = starting(/^helm /).flatMap(({ command }) => [...command.matchAll(/--set ([\w.]+)=/g)]);
  t.true(given.length >= 4);
  for (const [, path] of given) {
    const found = path!
      .split('.')
      .reduce<unknown>((part, key) => (part as Record<string, unknown>)?.[key], values);
    t.not(found, undefined, path);
  }
  for (const { command } of starting(/^kubectl apply --kustomize/)) {
    const folder = command.split(' ').at(-1)!;
    const made = spawnSync('kubectl', ['kustomize', at(folder)], { encoding: 'utf8' });
    if (made.error === undefined) t.is(made.status, 0, made.stderr);
    else t.true(existsSync(at(folder, 'kustomization.yaml')));
  }
  const [, secret] = /create secret generic (\S+) --from-literal=enrolment-token=sonde_enr_/.exec(
    starting(/^kubectl .* create secret/)[0]!.command,
  )!;
  t.true(commands.some(({ command }) => command.includes(`--set agent.enrolmentSecret=${secret}`)));
});

test('the play and the inventory that Ansible is given are there', (t) => {
  const plays = starting(/^ansible-playbook /);
  t.is(plays.length, 2);
  for (const { command } of plays)
    t.true(existsSync(at('deploy', 'ansible', command.split(' ').at(-1)!)), command);
  const [copy] = starting(/^cp inventory/);
  t.true(existsSync(at('deploy', 'ansible', copy!.command.split(' ')[1]!)));
});
