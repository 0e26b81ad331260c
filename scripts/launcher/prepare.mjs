import { installPackages, missingPackages } from './debian-packages.mjs';
import { dependenciesInstalled, installDependencies } from './dependencies.mjs';
import { captureAddon, pendingScripts, runScripts } from './install-scripts.mjs';
import { findRuntime, installRuntime } from './node-runtime.mjs';
import { SetupError } from './setup-error.mjs';
import { withSetupLock } from './setup-lock.mjs';

/**
 * Brings what the command needs and returns the Node to run it on. `capture` is `none`, `wanted` (go on without, with a
 * word) or `required`; `tools` are purposes of Debian packages.
 */
export async function prepare(needs, progress) {
  if (!isReady(needs)) {
    await withSetupLock(progress, async () => {
      // In this order: the packages' scripts run on the Node, and the addon is built with Debian's headers.
      if (findRuntime() === undefined) await installRuntime(progress);
      const runtime = findRuntime();
      const tools = missingPackages(needs.tools);
      if (tools.length > 0) await installPackages(progress, tools);
      if (!dependenciesInstalled()) await installDependencies(progress, runtime);
      const others = pendingScripts(runtime).filter((name) => name !== captureAddon);
      if (others.length > 0) await runScripts(progress, runtime, others, 'Setting up npm packages');
      if (needs.capture !== 'none') await prepareCapture(needs, progress, runtime);
    });
  }
  return findRuntime();
}

function isReady(needs) {
  const runtime = findRuntime();
  if (runtime === undefined || !dependenciesInstalled() || missingPackages(needs.tools).length > 0)
    return false;
  return pendingScripts(runtime).every((name) => name === captureAddon && needs.capture === 'none');
}

async function prepareCapture(needs, progress, runtime) {
  if (!pendingScripts(runtime).includes(captureAddon)) return;
  try {
    const headers = missingPackages(['capture']);
    if (headers.length > 0) await installPackages(progress, headers);
    await runScripts(progress, runtime, [captureAddon], 'Building the part that reads packets');
  } catch (error) {
    if (needs.capture === 'required' || !(error instanceof SetupError) || error.exitCode !== 1) throw error;
    progress.fail(error);
    progress.note('Continuing without capture.');
  }
}
