import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand } from './npm.mjs';
import { modulesDirectory, rootDirectory, runtimeDirectory } from './paths.mjs';
import { runStep } from './run-step.mjs';

const unfinished = join(runtimeDirectory, 'npm-ci.unfinished');

/**
 * Tells whether node_modules holds what the lock file asks for. npm's own record of what it installed is compared
 * rather than a stamp of ours, so that `npm install` by hand counts as well.
 */
export function dependenciesInstalled() {
  if (existsSync(unfinished)) return false;
  const wanted = readPackages(join(rootDirectory, 'package-lock.json'));
  const found = readPackages(join(modulesDirectory, '.package-lock.json'));
  if (wanted === undefined || found === undefined) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const installed = found[path];
    if (installed === undefined) return entry.optional === true;
    return installed.version === entry.version;
  });
}

/** Installs from the lock file without running anybody's scripts; those that we want run in a step of their own. */
export async function installDependencies(progress, runtime) {
  const npm = npmCommand(runtime.node, runtime.home);
  mkdirSync(runtimeDirectory, { recursive: true });
  writeFileSync(unfinished, '');
  await runStep(progress, 'Installing npm packages', npm.file, [...npm.args, 'ci', '--ignore-scripts'], {
    env: { ...runtime.env, ...npm.env },
  });
  rmSync(unfinished, { force: true });
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
