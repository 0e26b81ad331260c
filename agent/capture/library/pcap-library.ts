import { join } from 'node:path';
import type * as Koffi from 'koffi';
import { CaptureError } from '../capture-error.ts';
import { loadKoffi } from './load-koffi.ts';

/** A handle stands for what libpcap gives a pointer to. */
export type Handle = bigint;

/** A pointer that the library writes to the first place of an array. */
type Written = [Handle | null];

/** A device as `pcap_findalldevs` lists it. */
export interface LibraryDevice {
  readonly next: Handle | null;
  readonly name: string;
  /** PCAP_IF_LOOPBACK is 1, PCAP_IF_UP 2, PCAP_IF_RUNNING 4. */
  readonly flags: number;
}

/** Octets of the text of an error (PCAP_ERRBUF_SIZE). */
const errorBytes = 256;

/** Makes room for the text of an error. */
export function errorRoom(): Buffer {
  return Buffer.alloc(errorBytes);
}

/** Reads the text of an error, up to its zero. */
export function errorText(error: Buffer): string {
  return error.toString('utf8', 0, Math.max(0, error.indexOf(0)));
}

/** The functions of libpcap that a live capture calls, as pcap(3PCAP) tells of them; `error` is an `errorRoom`. */
export interface PcapLibrary {
  create(source: string, error: Buffer): Handle | null;
  setSnapLength(handle: Handle, bytes: number): number;
  setPromiscuous(handle: Handle, on: number): number;
  setTimeout(handle: Handle, milliseconds: number): number;
  setBufferSize(handle: Handle, bytes: number): number;
  activate(handle: Handle): number;
  setNonBlocking(handle: Handle, on: number, error: Buffer): number;
  linkType(handle: Handle): number;
  compile(handle: Handle, program: Buffer, filter: string, optimize: number, netmask: number): number;
  setFilter(handle: Handle, program: Buffer): number;
  freeCode(program: Buffer): void;
  next(handle: Handle, header: Written, packet: Written): number;
  statistics(handle: Handle, statistics: Buffer): number;
  close(handle: Handle): void;
  lastError(handle: Handle): string;
  statusText(status: number): string;
  findDevices(first: Written, error: Buffer): number;
  freeDevices(first: Handle): void;
  device(at: Handle): LibraryDevice;
  /** Copies octets that the library points to. */
  copy(to: Buffer, from: Handle, bytes: number): void;
}

/** Files are tried in this order; those before the last are loaded for the last alone. */
interface Files {
  readonly pcap: readonly string[];
  /** The C library, for `memcpy`. */
  readonly system: string;
  /** What to install if there is none. */
  readonly advice: string;
}

/**
 * Loads the system's libpcap, or Npcap on Windows, without a compiler. Throws a CaptureError if it is not installed.
 */
export function loadPcapLibrary(platform: NodeJS.Platform = process.platform): PcapLibrary {
  const koffi = loadKoffi();
  const files = filesOf(platform);
  let libraries: Koffi.LibraryHandle[];
  let system: Koffi.LibraryHandle;
  try {
    libraries = files.pcap.map((file) => koffi.load(file));
    system = koffi.load(files.system);
  } catch (error) {
    throw new CaptureError('capture_failed', files.advice, { cause: error });
  }
  return declare(koffi, libraries.at(-1)!, system);
}

function filesOf(platform: NodeJS.Platform): Files {
  if (platform === 'win32') {
    // Npcap is not in the path of libraries, so that what wpcap.dll needs is loaded before it.
    const directory = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'Npcap');
    return {
      pcap: [join(directory, 'Packet.dll'), join(directory, 'wpcap.dll')],
      system: 'msvcrt.dll',
      advice: 'Npcap is not installed. Captures on Windows need it.',
    };
  }
  if (platform === 'darwin')
    return {
      pcap: ['/usr/lib/libpcap.A.dylib'],
      system: '/usr/lib/libSystem.B.dylib',
      advice: 'libpcap cannot be loaded.',
    };
  return {
    pcap: ['libpcap.so.0.8'],
    system: 'libc.so.6',
    advice: 'libpcap is not installed. On Debian, install the package libpcap0.8.',
  };
}

function declare(koffi: typeof Koffi, pcap: Koffi.LibraryHandle, system: Koffi.LibraryHandle): PcapLibrary {
  const device = koffi.struct({
    next: 'void *',
    name: 'const char *',
    description: 'const char *',
    addresses: 'void *',
    flags: 'uint32_t',
  });
  return {
    create: pcap.func('void *pcap_create(const char *source, void *error)'),
    setSnapLength: pcap.func('int pcap_set_snaplen(void *handle, int bytes)'),
    setPromiscuous: pcap.func('int pcap_set_promisc(void *handle, int on)'),
    setTimeout: pcap.func('int pcap_set_timeout(void *handle, int milliseconds)'),
    setBufferSize: pcap.func('int pcap_set_buffer_size(void *handle, int bytes)'),
    activate: pcap.func('int pcap_activate(void *handle)'),
    setNonBlocking: pcap.func('int pcap_setnonblock(void *handle, int on, void *error)'),
    linkType: pcap.func('int pcap_datalink(void *handle)'),
    compile: pcap.func(
      'int pcap_compile(void *handle, void *program, const char *filter, int optimize, uint32_t netmask)',
    ),
    setFilter: pcap.func('int pcap_setfilter(void *handle, void *program)'),
    freeCode: pcap.func('void pcap_freecode(void *program)'),
    next: pcap.func('int pcap_next_ex(void *handle, _Out_ void **header, _Out_ void **packet)'),
    statistics: pcap.func('int pcap_stats(void *handle, void *statistics)'),
    close: pcap.func('void pcap_close(void *handle)'),
    lastError: pcap.func('const char *pcap_geterr(void *handle)'),
    statusText: pcap.func('const char *pcap_statustostr(int status)'),
    findDevices: pcap.func('int pcap_findalldevs(_Out_ void **first, void *error)'),
    freeDevices: pcap.func('void pcap_freealldevs(void *first)'),
    device: (at) => koffi.decode(at, device) as LibraryDevice,
    copy: system.func('void *memcpy(void *to, void *from, size_t bytes)'),
  };
}
