import { CaptureError } from '../capture-error.ts';
import { errorRoom, errorText, type Handle, type LibraryDevice, type PcapLibrary } from './pcap-library.ts';

const isUp = 0x2;
const isRunning = 0x4;
const maxDevices = 10_000;

/** Lists the names of the devices that are up and running, as libpcap or Npcap knows them (pcap_findalldevs). */
export function listDevices(library: PcapLibrary): string[] {
  const error = errorRoom();
  const first: [Handle | null] = [null];
  if (library.findDevices(first, error) < 0)
    throw new CaptureError('capture_failed', `The interfaces can't be listed: ${errorText(error)}.`);
  const [head] = first;
  if (head === null) return [];
  try {
    const names: string[] = [];
    let at: Handle | null = head;
    for (let count = 0; at !== null && count < maxDevices; count++) {
      const { name, flags, next }: LibraryDevice = library.device(at);
      if ((flags & isUp) !== 0 && (flags & isRunning) !== 0) names.push(name);
      at = next;
    }
    return names;
  } finally {
    library.freeDevices(head);
  }
}
