import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { parse } from 'yaml';
import { rootDirectory } from '../../scripts/check/package-program.ts';

type Task = Readonly<Record<string, unknown>> & { readonly name: string; readonly notify?: string };

interface Option {
  readonly required?: boolean;
  readonly no_log?: boolean;
  readonly default?: unknown;
}

const folder = join(rootDirectory, 'deploy', 'ansible');
const read = <Content>(path: string): Content => parse(readFileSync(join(folder, path), 'utf8')) as Content;
const roles = [
  { role: 'collector', unit: 'deploy/collector/sonde-collector.service' },
  { role: 'agent', unit: 'deploy/agent/sonde-agent.service' },
].map(({ role, unit }) => ({
  role,
  unit: readFileSync(join(rootDirectory, unit), 'utf8'),
  tasks: read<Task[]>(`roles/${role}/tasks/main.yml`),
  handlers: read<Task[]>(`roles/${role}/handlers/main.yml`),
  defaults: read<Record<string, unknown>>(`roles/${role}/defaults/main.yml`),
  options: read<{ argument_specs: { main: { options: Record<string, Option> } } }>(
    `roles/${role}/meta/argument_specs.yml`,
  ).argument_specs.main.options,
}));
/** Words of a task that are no module. */
const words = new Set(['name', 'when', 'register', 'notify', 'no_log', 'diff', 'until', 'retries', 'delay']);

test('tasks name modules of Ansible itself in full, and handlers that are there', (t) => {
  for (const { role, tasks, handlers } of roles) {
    t.true(tasks.length > 5);
    for (const task of [...tasks, ...handlers]) {
      const modules = Object.keys(task).filter((key) => !words.has(key));
      t.is(modules.length, 1, task.name);
      t.regex(modules[0]!, /^ansible\.builtin\.[a-z_]+$/, task.name);
      t.notRegex(modules[0]!, /shell|command|raw/, 'what is not a module cannot be repeated nor checked');
      if (task.notify !== undefined)
        t.true(
          handlers.some(({ name }) => name === task.notify),
          `${role}: ${task.notify}`,
        );
    }
  }
});

test('what is secret is shown neither in logs nor as a difference, and lies closed on the machine', (t) => {
  for (const { role, tasks, options } of roles) {
    const secrets = Object.entries(options).flatMap(([name, { no_log }]) => (no_log === true ? [name] : []));
    t.is(secrets.length, 1, role);
    const touching = tasks.filter((task) => secrets.some((name) => JSON.stringify(task).includes(name)));
    t.true(touching.length > 0, role);
    for (const task of touching) {
      t.like(task, { no_log: true, diff: false }, task.name);
      t.regex(String((task['ansible.builtin.copy'] as { mode: string }).mode), /^0[46]40$|^0400$/, task.name);
    }
  }
});

test('variables are declared with their defaults, and units, users and directories are those of the packages', (t) => {
  for (const { role, unit, tasks, handlers, defaults, options } of roles) {
    const text = JSON.stringify([tasks, handlers]);
    const registered = new Set(tasks.flatMap(({ register }) => (register === undefined ? [] : [register])));
    for (const [name] of text.matchAll(/\bsonde_[a-z_]+/g))
      t.true(Object.hasOwn(options, name) || registered.has(name), `${role}: ${name}`);
    for (const [name, { required, default: value }] of Object.entries(options))
      if (required !== true) t.deepEqual(defaults[name], value, name);
    t.true(text.includes(`"sonde-${role}"`));
    t.true(unit.includes(`User=sonde-${role}\n`));
    const user = tasks.find((task) => Object.hasOwn(task, 'ansible.builtin.user'));
    t.like(user?.['ansible.builtin.user'], { name: `sonde-${role}`, home: `/var/lib/sonde-${role}` });
  }
});

test('the example of an inventory gives what the roles ask for, in settings that the programs know', (t) => {
  const documented = readFileSync(join(rootDirectory, 'docs', 'configuration.md'), 'utf8');
  const example = readFileSync(join(rootDirectory, 'deploy', 'agent', 'agent.example.json'), 'utf8');
  const inventory = read<Record<string, { vars: Record<string, object> }>>('inventory.example.yml');
  for (const { role, options } of roles) {
    const { vars } = inventory[`sonde_${role}s`]!;
    for (const [name, { required }] of Object.entries(options))
      if (required === true) t.true(Object.hasOwn(vars, name), name);
    for (const name of Object.keys(vars)) t.true(Object.hasOwn(options, name), name);
    for (const key of Object.keys(vars[`sonde_${role}_settings`]!))
      t.true(documented.includes(`\`--${key.replaceAll('_', '-')}\``) || example.includes(`"${key}"`), key);
  }
});

test('every file is YAML, and Ansible takes the play where it is installed', (t) => {
  const files = globSync('**/*.yml', { cwd: folder });
  t.true(files.length >= 10);
  for (const file of files) t.notThrows(() => read(file), file);
  const args = ['--syntax-check', '-i', 'inventory.example.yml', 'site.yml'];
  const checked = spawnSync('ansible-playbook', args, { cwd: folder, encoding: 'utf8' });
  if (checked.error === undefined) t.is(checked.status, 0, checked.stderr);
  else t.log('ansible-playbook IS NOT INSTALLED: the play is not checked by it');
});
