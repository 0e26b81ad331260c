import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { boundDispatch, boundedStamp } from './bound-dispatch.mjs';
import { npmCommand } from './npm.mjs';
import { modulesDirectory, rootDirectory } from './paths.mjs';
import { runStep } from './run-step.mjs';
import { SetupError } from './setup-error.mjs';

/** The capture add-on is the package that needs libpcap's headers. */
export const captureAddon = 'pcap';

// Lies beside the packages, so that it goes when they go.
const stampFile = join(modulesDirectory, '.sonde-scripts.json');

/**
 * Finds the packages whose install script is allowed (`allowScripts` of package.json), is there, and has not run yet.
 */
export function pendingScripts(runtime) {
  const { allowScripts } = JSON.parse(readFileSync(join(rootDirectory, 'package.json'), 'utf8'));
  const stamps = readStamps();
  return Object.keys(allowScripts).filter((name) => {
    const stamp = stampOf(name, runtime);
    return allowScripts[name] === true && stamp !== undefined && stamps[name] !== stamp;
  });
}

/** Runs the install scripts of these packages on the given Node. */
export async function runScripts(progress, runtime, names, title) {
  const npm = npmCommand(runtime.node, runtime.home);
  const changed = names.includes(captureAddon) && boundDispatch(join(modulesDirectory, captureAddon));
  const todo = names.filter((name) => name !== captureAddon || changed || !captureAddonLoads(runtime));
  if (todo.length > 0) {
    await runStep(progress, title, npm.file, [...npm.args, 'rebuild', ...todo], {
      env: { ...runtime.env, ...npm.env, npm_config_ignore_scripts: 'false' },
    });
  }
  // Some npm versions and settings skip a script without a word: look, rather than believe.
  if (names.includes(captureAddon) && !captureAddonLoads(runtime)) {
    throw new SetupError(
      'The part that reads packets was not built, because npm skipped its install script.',
    );
  }
  const stamps = readStamps();
  for (const name of names) stamps[name] = stampOf(name, runtime);
  writeFileSync(stampFile, `${JSON.stringify(stamps, null, 2)}\n`);
}

function captureAddonLoads(runtime) {
  const binding = join(modulesDirectory, captureAddon, 'build', 'Release', 'pcap_binding.node');
  return (
    existsSync(binding) && spawnSync(runtime.node, ['-e', 'require(process.argv[1])', binding]).status === 0
  );
}

function stampOf(name, runtime) {
  try {
    const { version } = JSON.parse(readFileSync(join(modulesDirectory, name, 'package.json'), 'utf8'));
    return `${version} for ${runtime.node}${name === captureAddon ? boundedStamp : ''}`;
  } catch {
    return undefined;
  }
}

function readStamps() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return {};
  }
}
