/** Smaller ones are left alone: they may be parts of memory that Node.js shares out. */
const leastFreed = 256 * 1024;

/**
 * Gives the memory of a large buffer back at once; whoever still looks at it finds it empty. Left to the collection of
 * garbage, the buffers of a few dozen batches would each time make it look through all that detectors remember.
 */
export function freeBytes(bytes: Buffer): void {
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= leastFreed) buffer.transfer(0);
}
