import { LibrarySession } from './library/library-session.ts';
import { loadPcapLibrary } from './library/pcap-library.ts';
import { loadAddon } from './load-addon.ts';
import type { PcapBinding } from './native-session.ts';

/**
 * Loads the native part of `pcap` at the first use, so that reading files works even if it is not built. Its JavaScript
 * layer is left out: it polls by a handle that keeps a process alive after the end until one more packet comes.
 * Windows, for which it is not made, calls Npcap's functions themselves.
 */
export function loadPcap(): PcapBinding {
  return process.platform === 'win32' ? libraryBinding() : (loadAddon() as PcapBinding);
}

/** Gives sessions that call the system's libpcap, or Npcap, without an addon. Throws a CaptureError if it is not installed. */
export function libraryBinding(): PcapBinding {
  const library = loadPcapLibrary();
  return {
    PcapSession: class extends LibrarySession {
      constructor() {
        super(library);
      }
    },
  };
}
