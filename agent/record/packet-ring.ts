import { closeSync, ftruncateSync, mkdirSync, openSync, readdirSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { PacketSink } from '../capture/capture-source.ts';
import { interfaceBlock, packetBlockBytes, sectionBlock, writePacketBlock } from './pcapng-blocks.ts';

export interface RingOptions {
  /** Made if it is not there, for its owner alone. */
  readonly directory: string;
  /** Octets and seconds of packets after which the next file is begun; and how many files there are, beyond which the oldest goes. */
  readonly fileBytes: number;
  readonly fileSeconds: number;
  readonly files: number;
}

/** Octets that wait to be written, at most, beside one packet. */
const bufferBytes = 256 * 1024;
const namePattern = /^packets-(\d{8,15})-\d{8}T\d{6}Z\.pcapng$/;

/**
 * A packet ring writes packets to files of pcapng, so many of a size, of which the oldest makes room for the next: those that stand in its
 * directory from before are of the ring. Packets keep their interface, link type and time.
 */
export class PacketRing implements PacketSink {
  packets = 0;
  octets = 0;
  /** Files begun, and files removed to make room. */
  begun = 0;
  removed = 0;
  readonly #options: RingOptions;
  readonly #buffer: Buffer = Buffer.allocUnsafe(bufferBytes);
  #length = 0;
  #file: number | undefined;
  /** Octets of the file that are written, and the time of its first packet. */
  #written = 0;
  #since = 0;
  #number = 0;
  readonly #names: string[];
  readonly #inputs = new Map<string, number>();
  #input = '';

  /** Throws the fault of the file system if the directory can't be had. */
  constructor(options: RingOptions) {
    this.#options = options;
    mkdirSync(options.directory, { recursive: true, mode: 0o700 });
    this.#names = readdirSync(options.directory)
      .filter((name) => namePattern.test(name))
      .sort((a, b) => numberOf(a) - numberOf(b));
    this.#number = this.#names.length === 0 ? 0 : numberOf(this.#names.at(-1)!);
    this.#removeOldest(options.files);
  }

  input(name: string): void {
    this.#input = name;
  }

  packet(
    bytes: Uint8Array,
    start: number,
    end: number,
    originalLength: number,
    microseconds: number,
    linkType: number,
  ): void {
    const length = packetBlockBytes(end - start);
    const { fileBytes, fileSeconds } = this.#options;
    const isFull =
      this.#written + this.#length + length > fileBytes ||
      Math.abs(microseconds - this.#since) >= fileSeconds * 1e6;
    if (this.#file === undefined || isFull) this.#begin(microseconds);
    const input = this.#inputOf(linkType);
    if (this.#length + length > bufferBytes) this.flush();
    if (length > bufferBytes) {
      const block = Buffer.alloc(length);
      writePacketBlock(block, 0, input, bytes, start, end, originalLength, microseconds);
      this.#write(block);
    } else {
      writePacketBlock(this.#buffer, this.#length, input, bytes, start, end, originalLength, microseconds);
      this.#length += length;
    }
    this.packets++;
    this.octets += length;
  }

  /** Writes what waits. Throws the fault of the file system; the file then ends behind a whole block. */
  flush(): void {
    const length = this.#length;
    this.#length = 0;
    if (length > 0) this.#write(this.#buffer.subarray(0, length));
  }

  end(): void {
    const file = this.#file;
    if (file === undefined) return;
    try {
      this.flush();
    } finally {
      this.#file = undefined;
      closeSync(file);
    }
  }

  #begin(microseconds: number): void {
    this.end();
    const { directory, files } = this.#options;
    this.#removeOldest(files - 1);
    const date = new Date(Math.max(0, Math.floor(microseconds / 1e3)));
    const day = date.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
    const name = `packets-${String(++this.#number).padStart(8, '0')}-${day}Z.pcapng`;
    this.#file = openSync(join(directory, name), 'wx', 0o600);
    this.#names.push(name);
    this.begun++;
    this.#written = 0;
    this.#since = microseconds;
    this.#inputs.clear();
    this.#append(sectionBlock());
  }

  #inputOf(linkType: number): number {
    const key = `${linkType} ${this.#input}`;
    let input = this.#inputs.get(key);
    if (input === undefined) {
      input = this.#inputs.size;
      this.#inputs.set(key, input);
      this.#append(interfaceBlock(this.#input, linkType));
    }
    return input;
  }

  #append(block: Buffer): void {
    if (this.#length + block.length > bufferBytes) this.flush();
    block.copy(this.#buffer, this.#length);
    this.#length += block.length;
  }

  #write(bytes: Buffer): void {
    const file = this.#file!;
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      this.#written += bytes.length;
    } catch (error) {
      ftruncateSync(file, this.#written);
      throw error;
    }
  }

  /** Removes the oldest files until there are no more than so many. */
  #removeOldest(most: number): void {
    while (this.#names.length > most) {
      const name = this.#names.shift()!;
      try {
        unlinkSync(join(this.#options.directory, name));
      } catch (error) {
        // Who reads along may have taken it away.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      }
      this.removed++;
    }
  }
}

function numberOf(name: string): number {
  return Number(namePattern.exec(name)![1]);
}
