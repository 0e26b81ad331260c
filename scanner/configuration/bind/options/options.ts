import { blockOptions } from './block-options.ts';
import { type Form, readForm } from './form.ts';
import { laterOptions } from './later-options.ts';
import { serverOptions } from './server-options.ts';
import { zoneOptions } from './zone-options.ts';

/** A BIND option is an option in a block. */
export interface BindOption {
  readonly name: string;
  readonly form: Form;
  /** The form as the tables write it. */
  readonly formText: string;
  readonly many: boolean;
  readonly state: 'current' | 'deprecated' | 'obsolete';
  /** The version that it came with; undefined if 9.18 has it. */
  readonly since: string | undefined;
  /** In zones: the types that have it. */
  readonly zoneTypes: ReadonlySet<string>;
}

const contexts = new Map<string, Map<string, BindOption>>();
const names = new Map<string, string[]>();

for (const line of `${serverOptions}${zoneOptions}${blockOptions}`.split('\n')) {
  if (line !== '') readLine(line, undefined);
}
for (const line of laterOptions.split('\n')) {
  if (line !== '') readLine(line, '9.20');
}

function readLine(line: string, since: string | undefined): void {
  const parts = line.split(' | ');
  const [where = '', formText, flags = ''] = [parts[0], parts.slice(1, -2).join(' | '), parts.at(-2)];
  const form = readForm(formText);
  const state = flags.includes('obsolete')
    ? 'obsolete'
    : flags.includes('deprecated')
      ? 'deprecated'
      : 'current';
  for (const context of where.split(' ')) {
    const [block = '', types = ''] = context.split(':');
    const options = contexts.get(block) ?? new Map<string, BindOption>();
    contexts.set(block, options);
    for (const name of parts.at(-1)!.split(' ')) {
      const zoneTypes = new Set(types === '' ? [] : types.split(','));
      options.set(name, { name, form, formText, many: flags.includes('many'), state, since, zoneTypes });
      names.set(name, [...(names.get(name) ?? []), block]);
    }
  }
}

/** Returns the options of a block: `options`, `zone`, `view`, `top` ... */
export function optionsOf(context: string): ReadonlyMap<string, BindOption> {
  return contexts.get(context) ?? new Map();
}

/** Lists the blocks that have an option of that name. */
export function blocksWith(name: string): readonly string[] {
  return [...new Set(names.get(name) ?? [])];
}
