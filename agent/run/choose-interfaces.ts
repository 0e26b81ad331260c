import { readdir, readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { listDevices } from '../capture/library/library-devices.ts';
import { loadPcapLibrary } from '../capture/library/pcap-library.ts';

const systemDirectory = '/sys/class/net';
const flagUp = 0x1;

/**
 * Chooses the interfaces to capture on if none is named: on Linux as `chooseLinuxInterfaces` does, on Windows all that are up and
 * running by Npcap's names, elsewhere all that have an address. Rejects with a CaptureError if they can't be listed.
 */
export async function chooseInterfaces(): Promise<string[]> {
  if (process.platform === 'linux') return await chooseLinuxInterfaces();
  if (process.platform === 'win32') return listDevices(loadPcapLibrary());
  return Object.keys(networkInterfaces());
}

/**
 * Chooses all interfaces that are up, without those whose packets another of them shows too (members of a bridge or bond, VLANs
 * and the like above an interface that is captured itself). If a packet is seen twice nevertheless, the pipeline deduplicates it
 * into one row.
 */
export async function chooseLinuxInterfaces(directory = systemDirectory): Promise<string[]> {
  const up = new Map<string, string[]>();
  for (const name of (await readdir(directory)).sort()) {
    const flags = Number.parseInt(
      await readFile(join(directory, name, 'flags'), 'utf8').catch(() => '0'),
      16,
    );
    if ((flags & flagUp) === 0) continue;
    up.set(name, await readdir(join(directory, name)).catch(() => []));
  }
  const captured = (name: string): boolean => up.has(name);
  return [...up].filter(([, entries]) => !isShownByAnother(entries, captured)).map(([name]) => name);
}

function isShownByAnother(entries: readonly string[], captured: (name: string) => boolean): boolean {
  const uppers = entries.filter((entry) => entry.startsWith('upper_')).map((entry) => entry.slice(6));
  const lowers = entries.filter((entry) => entry.startsWith('lower_')).map((entry) => entry.slice(6));
  if (entries.includes('master')) return uppers.some(captured);
  // A bridge or bond stands for its members; anything else above an interface is shown by that one.
  const gathers = entries.includes('bridge') || entries.includes('bonding');
  return !gathers && lowers.some(captured);
}
