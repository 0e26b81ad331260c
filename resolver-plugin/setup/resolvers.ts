import { bindSetup } from './bind.ts';
import { dnsdistSetup } from './dnsdist.ts';
import { knotSetup } from './knot.ts';
import { checkOptions, type Setup, type SetupOptions } from './options.ts';
import { powerDnsSetup } from './powerdns.ts';
import { unboundSetup } from './unbound.ts';

/** The resolver setups cover the resolvers that we can write a configuration for, by the name that `setup` takes. */
export const resolverSetups = {
  unbound: unboundSetup,
  bind: bindSetup,
  knot: knotSetup,
  pdns: powerDnsSetup,
  dnsdist: dnsdistSetup,
} as const satisfies Record<string, (options: SetupOptions) => Setup>;
export type ResolverKind = keyof typeof resolverSetups;

/** Writes the configuration for a resolver. Throws a RangeError if an option cannot stand in it. */
export function resolverSetup(kind: ResolverKind, options: SetupOptions): Setup {
  checkOptions(options);
  return resolverSetups[kind](options);
}

/** Writes the text of `setup --print`: each file under its path, then the steps that are left to do. */
export function printedSetup({ files, steps, check }: Setup): string {
  const parts = files.map(({ path, text }) => `==> ${path}\n${text}`);
  const all = check === undefined ? steps : [`Check: ${check.join(' ')}`, ...steps];
  return `${parts.join('\n')}\nThen:\n${all.map((step, index) => `${index + 1}. ${step}`).join('\n')}\n`;
}
