import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runtimeDirectory } from './paths.mjs';

const defaultPath = join(runtimeDirectory, 'setup.lock');

/**
 * Runs the work while no other launcher of this checkout installs anything. The lock is a file with the holder's process
 * id and its start time; one that a dead process left is taken over.
 */
export async function withSetupLock(progress, work, path = defaultPath) {
  mkdirSync(runtimeDirectory, { recursive: true });
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid) });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, mine);
  const release = () => {
    if (readOrUndefined(path) === mine) rmSync(path, { force: true });
  };
  try {
    let told = false;
    while (!take(draft, path)) {
      const holder = readOrUndefined(path);
      if (holder === undefined) continue;
      if (isAlive(holder)) {
        if (!told) progress.note('Another start is preparing this checkout. Waiting for it.');
        told = true;
        await sleep(200);
      } else {
        evict(path, holder, draft);
      }
    }
    process.on('exit', release);
    return await work();
  } finally {
    rmSync(draft, { force: true });
    process.off('exit', release);
    release();
  }
}

// A link appears with its content or not at all, and never replaces another.
function take(draft, path) {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

// Two may see the same dead holder; what is moved away is looked at again, and put back if it was a live one's.
function evict(path, holder, draft) {
  const aside = `${draft}.stale`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (readOrUndefined(aside) !== holder) take(aside, path);
  rmSync(aside, { force: true });
}

function isAlive(holder) {
  try {
    const { pid, started } = JSON.parse(holder);
    process.kill(pid, 0);
    return startOf(pid) === started;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

// Field 22 of /proc/PID/stat tells two processes with one number apart; other systems do without.
function startOf(pid) {
  const stat = readOrUndefined(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

function readOrUndefined(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
