import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { rootDirectory } from '../check/package-program.ts';
import { bundleAgent } from './bundle-agent.ts';

/** The mark in the node binary that says whether a script was put into it (https://nodejs.org/api/single-executable-applications.html). */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/**
 * Builds the agent as one file: a copy of this node with the bundled program, its worker and the addon that reads packets
 * in it. Nothing is fetched. `scratch` takes what is made on the way. Returns the files that were bundled.
 */
export async function buildExecutable(
  target: string,
  scratch: string,
): Promise<{ readonly inputs: readonly string[] }> {
  const { program, worker, inputs } = await bundleAgent(scratch);
  const blob = join(scratch, 'sonde-agent.blob');
  const config = join(scratch, 'sea.json');
  writeFileSync(
    config,
    JSON.stringify({
      main: program,
      output: blob,
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
      assets: { 'shipper-worker.cjs': worker, 'pcap_binding.node': addonPath() },
    }),
  );
  execFileSync(process.execPath, ['--experimental-sea-config', config], { stdio: 'pipe' });
  copyFileSync(process.execPath, target);
  chmodSync(target, 0o755);
  // Symbols are a quarter of the file. They go first: stripping moves sections, which would lose the script.
  execFileSync('strip', [target]);
  const put = [target, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', fuse];
  execFileSync(process.execPath, [postjectPath(), ...put], { stdio: 'pipe' });
  return { inputs };
}

function postjectPath(): string {
  return join(rootDirectory, 'node_modules', 'postject', 'dist', 'cli.js');
}

function addonPath(): string {
  const require = createRequire(join(rootDirectory, 'agent', 'package.json'));
  return require.resolve('pcap/build/Release/pcap_binding.node');
}
