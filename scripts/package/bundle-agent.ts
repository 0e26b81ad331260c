import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { rootDirectory } from '../check/package-program.ts';

const agent = join(rootDirectory, 'agent');
const shipping = join(rootDirectory, 'sensor', 'ship');

/** Files that find their neighbours on disk, and what stands in for them where all is in one executable. */
const standIns: Readonly<Record<string, string>> = {
  [join(shipping, 'start-worker.ts')]: join(agent, 'package', 'start-worker.ts'),
  [join(agent, 'capture', 'load-addon.ts')]: join(agent, 'package', 'load-addon.ts'),
};

/**
 * Bundles the agent's program and its worker thread into one CommonJS script each, as the single executable takes them.
 * `inputs` are the files that went into them.
 */
export async function bundleAgent(
  directory: string,
): Promise<{ readonly program: string; readonly worker: string; readonly inputs: readonly string[] }> {
  const program = join(directory, 'sonde-agent.cjs');
  const worker = join(directory, 'shipper-worker.cjs');
  const inputs = await Promise.all([
    bundle(join(agent, 'package', 'executable.ts'), program),
    bundle(join(shipping, 'shipper-worker.ts'), worker),
  ]);
  return { program, worker, inputs: [...new Set(inputs.flat())] };
}

async function bundle(entry: string, outfile: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [substitute],
    metafile: true,
  });
  return Object.keys(metafile.inputs);
}

const substitute: Plugin = {
  name: 'stand-ins',
  setup({ onResolve }) {
    onResolve({ filter: /\/(?:start-worker|load-addon)\.ts$/ }, ({ path, resolveDir }) => {
      const standIn = standIns[join(resolveDir, path)];
      return standIn === undefined ? undefined : { path: standIn };
    });
  },
};
