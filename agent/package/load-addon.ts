import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRawAsset } from 'node:sea';

/**
 * Loads the native part of `pcap` from within the executable. The system takes libraries from files only, so it is one for
 * that moment, in a directory that nobody else can write to. Directories may forbid it by `noexec`: several are tried. Throws an Error that
 * says of each why not, since a library that is missing is told by those alone that allow it.
 */
export function loadAddon(): unknown {
  const bytes = new Uint8Array(getRawAsset('pcap_binding.node'));
  const refusals: string[] = [];
  for (const parent of [process.env.RUNTIME_DIRECTORY, tmpdir(), '/var/tmp', '/dev/shm']) {
    if (parent === undefined) continue;
    try {
      return loadFrom(parent, bytes);
    } catch (error) {
      refusals.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(refusals.join('; '));
}

function loadFrom(parent: string, bytes: Uint8Array): unknown {
  const directory = mkdtempSync(join(parent, 'sonde-agent-'));
  try {
    const file = join(directory, 'pcap_binding.node');
    writeFileSync(file, bytes, { mode: 0o500 });
    const loaded = { exports: {} };
    process.dlopen(loaded, file);
    return loaded.exports;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
