import { dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { rootDirectory } from '../check/package-program.ts';
import type { PackagedProgram } from './packaged-program.ts';

/**
 * Bundles a program and its worker threads into one CommonJS script each, as the single executable takes them. `inputs`
 * are the files that went into them.
 */
export async function bundleProgram(
  { name, entry, workers, standIns }: PackagedProgram,
  directory: string,
): Promise<{
  readonly program: string;
  readonly workers: Readonly<Record<string, string>>;
  readonly inputs: readonly string[];
}> {
  const program = join(directory, `${name}.cjs`);
  const plugin = substitute(standIns);
  const scripts = Object.entries(workers).map(
    ([asset, file]) => [asset, file, join(directory, asset)] as const,
  );
  const inputs = await Promise.all([
    bundle(entry, program, plugin),
    ...scripts.map(([, file, target]) => bundle(file, target, plugin)),
  ]);
  return {
    program,
    workers: Object.fromEntries(scripts.map(([asset, , target]) => [asset, target])),
    inputs: [...new Set(inputs.flat())],
  };
}

async function bundle(entry: string, outfile: string, plugin: Plugin): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [join(rootDirectory, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [plugin],
    metafile: true,
  });
  return Object.keys(metafile.inputs);
}

/** Puts other files in the place of those that would look for their neighbours on disk. */
function substitute(standIns: PackagedProgram['standIns']): Plugin {
  const byPath = new Map(
    Object.entries(standIns).map(([from, to]) => [join(rootDirectory, from), join(rootDirectory, to)]),
  );
  return {
    name: 'stand-ins',
    setup({ onResolve }) {
      onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, resolveDir, importer }) => {
        const standIn = byPath.get(join(resolveDir === '' ? dirname(importer) : resolveDir, path));
        return standIn === undefined ? undefined : { path: standIn };
      });
    },
  };
}
